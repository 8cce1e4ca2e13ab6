import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { piHosts } from "../support/pi-hosts.ts";

const script = fileURLToPath(new URL("../../scripts/variations.mjs", import.meta.url));

/** By backend, one of each kind between them; `npm run variations` tries all of them with both. */
const samples = {
  "pi-subprocess-readonly": [
    ["models.json: a header of the provider", "sealed"],
    ["models.json: message threads", "equal"],
    ["variable NODE_OPTIONS", "equal"],
  ],
  "pi-rpc-readonly": [["settings.json steeringMode", "equal"]],
} as const;

test.each(Object.entries(samples))(
  "%s: what lies around a run changes no request unless it is sealed, and nothing of the run lies around afterwards",
  async (backend, sample) => {
    const chosen = sample.flatMap(([name]) => ["--only", name]);
    const { stdout } = await promisify(execFile)(process.execPath, [script, "--json", "--backend", backend, ...chosen]);
    const { rows, left } = JSON.parse(stdout);
    const expected = piHosts().hosts.flatMap(({ version }) =>
      sample.map(([name, verdict]) => ({ host: version, backend, name: expect.stringContaining(name), verdict })),
    );
    expect(left).toEqual([]);
    expect(rows).toHaveLength(expected.length);
    for (const row of expected) expect(rows).toContainEqual(expect.objectContaining(row));
  },
  600_000,
);
