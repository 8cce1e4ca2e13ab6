import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { piHosts } from "../support/pi-hosts.ts";

const script = fileURLToPath(new URL("../../scripts/variations.mjs", import.meta.url));

/** One of each kind; `npm run variations` tries all of them. */
const sample = [
  ["models.json: a header of the provider", "sealed"],
  ["models.json: message threads", "equal"],
  ["project: .pi/extensions/evil.ts", "equal"],
  ["variable NODE_OPTIONS", "equal"],
] as const;

test("what lies around a run changes no request unless it is sealed", async () => {
  const chosen = sample.flatMap(([name]) => ["--only", name]);
  const { stdout } = await promisify(execFile)(process.execPath, [script, "--json", ...chosen]);
  const { rows, left } = JSON.parse(stdout);
  const expected = piHosts().hosts.flatMap(({ version }) =>
    sample.map(([name, verdict]) => ({ host: version, name, verdict })),
  );
  expect(left).toEqual([]);
  expect(rows).toHaveLength(expected.length);
  for (const row of expected) expect(rows).toContainEqual(expect.objectContaining(row));
}, 240_000);
