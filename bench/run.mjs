// Measures what the README and docs/measured.md say, side by side in one run. It judges only the targets that are stated.
//   npm run bench [-- --json] [--pairs N] [--only first-request,load,calls,tokens,seal,host,panel,person] [--host 0.73.1]
import { cpus, loadavg, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { measureCalls } from "./calls.mjs";
import { measureFirstRequest } from "./first-request.mjs";
import { measureHost } from "./host.mjs";
import { piHosts } from "./hosts.mjs";
import { measureLoad } from "./load.mjs";
import { measurePanel } from "./panel.mjs";
import { measurePerson } from "./person.mjs";
import { measureSeal } from "./seal.mjs";
import { printTable } from "./table.mjs";
import { measureTokens } from "./tokens.mjs";

/** `perHost`: measured on every Pi at hand; the others run no Pi. */
const groups = [
  { name: "first-request", perHost: true, pairs: 40, measure: measureFirstRequest },
  { name: "load", perHost: true, pairs: 40, measure: measureLoad },
  { name: "calls", perHost: true, pairs: 15, measure: measureCalls },
  { name: "tokens", perHost: false, pairs: 1, measure: measureTokens },
  { name: "seal", perHost: false, pairs: 40, measure: measureSeal },
  { name: "host", perHost: false, pairs: 40, measure: measureHost },
  { name: "panel", perHost: false, pairs: 40, measure: measurePanel },
  { name: "person", perHost: true, pairs: 10, measure: measurePerson },
];

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    pairs: { type: "string" },
    only: { type: "string" },
    host: { type: "string" },
  },
});
const only = values.only?.split(",");
const unknown = only?.filter((name) => !groups.some((each) => each.name === name)) ?? [];
const pairs = values.pairs === undefined ? undefined : Number(values.pairs);
if (unknown.length > 0 || (pairs !== undefined && !(Number.isInteger(pairs) && pairs > 0))) {
  console.error(`bench: --only takes ${groups.map((each) => each.name).join(", ")}; --pairs a whole number above 0.`);
  process.exit(2);
}
const hosts = piHosts().filter(({ version }) => values.host === undefined || version === values.host);
if (hosts.length === 0) {
  const known = piHosts().map(({ version }) => version);
  console.error(`bench: --host ${values.host} is not here; there is ${known.join(", ")}.`);
  process.exit(2);
}
const progress = (text) => process.stderr.isTTY && process.stderr.write(`\r\x1b[K${text}`);
const machine = {
  cpus: cpus().length,
  model: cpus()[0]?.model ?? "unknown",
  memoryMb: Math.round(totalmem() / 2 ** 20),
  loadBefore: loadavg()[0],
};
const tables = [];
for (const group of groups.filter(({ name }) => only === undefined || only.includes(name))) {
  for (const host of group.perHost ? hosts : hosts.slice(0, 1)) {
    const rows = await group.measure({ host, pairs: pairs ?? group.pairs, progress });
    const title = `${group.name}, ${group.perHost ? host.name : `Node ${process.versions.node}`}`;
    tables.push({ group: group.name, title, rows });
    progress("");
    if (!values.json) printTable(title, rows);
  }
}
machine.loadAfter = loadavg()[0];
const report = { date: new Date().toISOString(), node: process.versions.node, machine, tables };
if (values.json) console.log(JSON.stringify(report, null, 2));
else
  console.log(
    `\n${machine.cpus} processors (${machine.model}), load ${machine.loadBefore.toFixed(1)} at the start, ${machine.loadAfter.toFixed(1)} at the end`,
  );
