import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { partOf, piHosts, takesPart } from "../support/pi-hosts.ts";

const script = fileURLToPath(new URL("../../scripts/variations.mjs", import.meta.url));

/** One of each kind between them; `npm run variations` tries all of them with both backends. */
const samples = [
  ["pi-subprocess-readonly", "models.json: a header of the provider", "sealed"],
  ["pi-subprocess-readonly", "models.json: message threads", "equal"],
  ["pi-subprocess-readonly", "variable NODE_OPTIONS", "equal"],
  ["pi-rpc-readonly", "settings.json steeringMode", "equal"],
] as const;

const { hosts, missing } = piHosts();
for (const reason of missing) console.warn(`Not run: ${reason}`);

const backends = ["pi-subprocess-readonly", "pi-rpc-readonly"] as const;
const cases = hosts.flatMap((host) =>
  backends.map((backend) => {
    const chosen = samples.filter(([of], index) => of === backend && takesPart(index, partOf(host)));
    return [host.version, backend, chosen] as const;
  }),
);

test.each(cases.filter(([, , chosen]) => chosen.length > 0))(
  "Pi %s, %s: what lies around a run changes no request unless it is sealed, and nothing of the run lies around afterwards",
  async (host, backend, chosen) => {
    const only = chosen.flatMap(([, name]) => ["--only", name]);
    const args = [script, "--json", "--host", host, "--backend", backend, ...only];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const { rows, left } = JSON.parse(stdout);
    expect(left).toEqual([]);
    expect(rows).toHaveLength(chosen.length);
    for (const [, name, verdict] of chosen) {
      expect(rows).toContainEqual(
        expect.objectContaining({ host, backend, name: expect.stringContaining(name), verdict }),
      );
    }
  },
  600_000,
);
