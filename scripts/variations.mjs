// Varies, one at a time, what lies around a delegated run, with the real Pi on both hosts, and says what came of each: `equal`
// (destination, header names and bodies are those of the run without it), `sealed` (they differ, and so does what a person
// approved), `refused` (nothing was sent) or `violation`. Needs a build.
//   npm run variations [-- --json] [--host 0.73.1] [--only TEXT]... [--parallel N]
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
    only: { type: "string", multiple: true, default: [""] },
    parallel: { type: "string", default: "2" },
  },
});
const chosen = variations.filter(({ name }) => values.only.some((text) => name.includes(text)));
const hosts = piHosts().filter(({ version }) => values.host === undefined || version === values.host);
if (chosen.length === 0 || hosts.length === 0) {
  console.error("variations: no variation has that text in its name, or no Pi that version.");
  process.exit(2);
}

// Everything temporary of this process and its children lies here, so that one search at the end sees it all.
const temporary = mkdtempSync(join(tmpdir(), "variations-"));
process.env.TMPDIR = temporary;
const { canaries, observe } = await import("../test/support/variation-run.mjs");

const rows = [];
for (const host of hosts) rows.push(...(await varied(host)));
const left = fileLeaks(temporary, canaries);
rmSync(temporary, { recursive: true, force: true });

const count = (verdict) => rows.filter((row) => row.verdict === verdict).length;
const totals = Object.fromEntries(
  ["equal", "sealed", "refused", "violation"].map((verdict) => [verdict, count(verdict)]),
);
if (values.json) console.log(JSON.stringify({ totals, left, rows }, null, 2));
else {
  for (const leak of left) console.log(`left behind: ${leak}`);
  console.log(
    `${rows.length} variations: ${Object.entries(totals)
      .map(([verdict, number]) => `${number} ${verdict}`)
      .join(", ")}`,
  );
}
process.exitCode = totals.violation > 0 || left.length > 0 ? 1 : 0;

async function varied(host) {
  const nothing = { name: "nothing", apply() {} };
  const baselines = {};
  for (const scene of new Set(["plain", ...chosen.map((each) => each.scene ?? "plain")])) {
    baselines[scene] = await observe(host, { ...nothing, scene });
    // A second run without any change: what differs by itself cannot be compared.
    const { verdict, why } = verdictOf(baselines[scene], await observe(host, { ...nothing, scene }));
    if (verdict !== "equal") throw new Error(`Two equal runs of "${scene}" differ (${verdict}): ${why}`);
  }
  const found = [];
  const queue = [...chosen];
  const worker = async () => {
    for (let each = queue.shift(); each !== undefined; each = queue.shift())
      found.push(await judged(host, each, baselines));
  };
  await Promise.all(Array.from({ length: Number(values.parallel) }, worker));
  return found;
}

async function judged(host, variation, baselines) {
  const { name, scene = "plain" } = variation;
  const observed = await observe(host, variation);
  const row = { host: host.version, name, ...verdictOf(baselines[scene], observed) };
  if (!values.json)
    console.log(`${row.verdict.padEnd(9)} ${row.host.padEnd(6)} ${name}${row.why && `  (${row.why.slice(0, 300)})`}`);
  return row;
}
