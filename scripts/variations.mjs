// Varies, one at a time, what lies around a delegated run, with the real Pi on both hosts and with both backends, and says what came of each: `equal`
// (destination, header names and bodies are those of the run without it), `sealed` (they differ, and so does what a person
// approved), `refused` (nothing was sent) or `violation`. Needs a build.
// Before any variation it starts the run cold and warm, which must be equal too.
//   npm run variations [-- --json] [--host 0.73.1] [--backend pi-rpc-readonly] [--only TEXT]... [--parallel N]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { piHosts } from "../bench/hosts.mjs";
import { fileLeaks } from "../test/support/variation-leaks.mjs";
import { variations } from "../test/support/variation-list.mjs";
import { verdictOf } from "../test/support/variation-verdict.mjs";

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    host: { type: "string" },
    backend: { type: "string" },
    only: { type: "string", multiple: true, default: [""] },
    parallel: { type: "string", default: "2" },
  },
});
const chosen = variations.filter(({ name }) => values.only.some((text) => name.includes(text)));
const hosts = piHosts().filter(({ version }) => values.host === undefined || version === values.host);
const backends = ["pi-subprocess-readonly", "pi-rpc-readonly"].filter((id) => [id, undefined].includes(values.backend));
if ([chosen, hosts, backends].some(({ length }) => length === 0)) {
  console.error("variations: no variation has that text in its name, no Pi that version, or no backend that id.");
  process.exit(2);
}

// Everything temporary of this process and its children lies here, so that one search at the end sees it all.
const temporary = mkdtempSync(join(tmpdir(), "variations-"));
process.env.TMPDIR = temporary;
const { canaries, observe } = await import("../test/support/variation-run.mjs");

const rows = [];
for (const host of hosts) for (const backend of backends) rows.push(...(await varied({ host, backend })));
const left = fileLeaks(temporary, canaries);
rmSync(temporary, { recursive: true, force: true });

const totals = counted(rows);
if (values.json) console.log(JSON.stringify({ totals, left, rows }, null, 2));
else {
  for (const leak of left) console.log(`left behind: ${leak}`);
  for (const host of hosts)
    for (const backend of backends) console.log(summary(rows.filter((row) => isOf(row, host, backend))));
}
process.exitCode = totals.violation > 0 || left.length > 0 ? 1 : 0;

async function varied(place) {
  const nothing = { name: "nothing", apply() {} };
  const baselines = {};
  for (const scene of new Set(["plain", ...chosen.map((each) => each.scene ?? "plain")])) {
    baselines[scene] = await observe(place, { ...nothing, scene });
    // A second run without any change: what differs by itself cannot be compared.
    const again = await observe(place, { ...nothing, scene, isWarm: true });
    const { verdict, why } = verdictOf(baselines[scene], again);
    if (verdict !== "equal") throw new Error(`Two equal runs of "${scene}" differ (${verdict}): ${why}`);
  }
  const found = [];
  const queue = [...chosen];
  const worker = async () => {
    for (let each = queue.shift(); each !== undefined; each = queue.shift())
      found.push(await judged(place, each, baselines));
  };
  await Promise.all(Array.from({ length: Number(values.parallel) }, worker));
  return found;
}

async function judged(place, variation, baselines) {
  const { name, scene = "plain" } = variation;
  const observed = await observe(place, variation);
  const { host, backend } = place;
  const row = { host: host.version, backend, name, ...verdictOf(baselines[scene], observed) };
  const where = `${row.host.padEnd(6)} ${backend.padEnd(22)}`;
  if (!values.json)
    console.log(`${row.verdict.padEnd(9)} ${where} ${name}${row.why && `  (${row.why.slice(0, 300)})`}`);
  return row;
}

function counted(some) {
  const count = (verdict) => some.filter((row) => row.verdict === verdict).length;
  return Object.fromEntries(["equal", "sealed", "refused", "violation"].map((verdict) => [verdict, count(verdict)]));
}

function isOf(row, host, backend) {
  return row.host === host.version && row.backend === backend;
}

function summary(some) {
  const [{ host, backend }] = some;
  const verdicts = Object.entries(counted(some)).map(([verdict, number]) => `${number} ${verdict}`);
  return `${host}, ${backend}: ${some.length} variations: ${verdicts.join(", ")}`;
}
