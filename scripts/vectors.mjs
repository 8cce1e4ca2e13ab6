// Runs recorded vectors through the built public entry: node scripts/vectors.mjs [--dir DIR] [--entry FILE] [--json]
process.env.TZ = "UTC"; // Recorded dates and times are in UTC.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { kinds } from "./vector-kinds.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const golden = join(root, "test", "golden");
const { values: options } = parseArgs({
  options: { dir: { type: "string" }, entry: { type: "string" }, json: { type: "boolean" } },
});
const directory = options.dir ? resolve(options.dir) : golden;
const entryFile = resolve(options.entry ?? join(root, "dist", "src", "subagent.js"));
if (!existsSync(entryFile)) {
  console.error(`${entryFile} is not there; run "npm run build" first.`);
  process.exit(2);
}
const entry = await import(pathToFileURL(entryFile).href);
// What was decided otherwise is ours to say, not the directory's that is being tried.
const exceptions = readJson(join(golden, "exceptions.json"));
const names = readdirSync(directory).filter(
  (name) => name.endsWith(".json") && Object.hasOwn(kinds, name.slice(0, -5)),
);
const reports = names.map((name) => runFile(name.slice(0, -5)));
const failed = reports.reduce((sum, each) => sum + each.failed.length + each.missing.length, 0);

if (options.json) console.log(JSON.stringify({ directory, files: reports }, null, 2));
else reports.forEach(print);
if (reports.length === 0) console.error(`There are no vectors in ${directory}.`);
process.exitCode = failed > 0 || reports.length === 0 ? 1 : 0;

function runFile(kind) {
  const { needs, judge, nameOf = ({ name }) => name, isExcepted = () => false } = kinds[kind];
  const report = { file: kind, passed: 0, failed: [], decidedOtherwise: [], missing: [] };
  report.missing = needs.filter((name) => entry[name] === undefined);
  const file = readJson(join(directory, `${kind}.json`));
  for (const vector of report.missing.length > 0 ? [] : (file.cases ?? file)) {
    const name = nameOf(vector);
    const reason = exceptions[kind]?.[name] ?? (isExcepted(vector) ? exceptions[kind]?.["*"] : undefined);
    const outcome = reason === undefined ? judged(judge, vector, file) : "decided";
    if (outcome === "decided") report.decidedOtherwise.push({ name, reason });
    else if (isDeepStrictEqual(plain(outcome.actual), plain(outcome.expected))) report.passed++;
    else report.failed.push({ name, ...outcome });
  }
  return report;
}

function judged(judge, vector, file) {
  try {
    return judge(entry, vector, file);
  } catch (cause) {
    return { actual: `threw ${cause instanceof Error ? cause.stack : cause}`, expected: "no throw" };
  }
}

function plain(value) {
  return JSON.parse(JSON.stringify(value));
}

function print({ file, passed, failed, decidedOtherwise, missing }) {
  console.log(`${file}: ${passed} passed, ${failed.length} failed, ${decidedOtherwise.length} decided otherwise`);
  if (missing.length > 0) console.log(`  not run: the entry does not export ${missing.join(", ")}`);
  for (const { name, reason } of decidedOtherwise) console.log(`  decided otherwise: "${name}": ${reason}`);
  for (const { name, actual, expected } of failed) {
    console.log(`  failed: "${name}"`);
    console.log(`    expected ${JSON.stringify(expected)}`);
    console.log(`    actual   ${JSON.stringify(actual)}`);
  }
}

function readJson(path) {
  return JSON.parse(readFileSync(path, "utf8"));
}
