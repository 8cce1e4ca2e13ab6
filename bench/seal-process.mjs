// One process that seals plans: the first costs what loading and compiling the code costs, the later ones only their own work.
// Prints the samples as JSON.
import { randomUUID } from "node:crypto";
import { benchApp, trustAll, writePromptOf } from "./app.mjs";
import { openWorld } from "./world.mjs";

const [bytes, count] = process.argv.slice(2).map(Number);
const warmUp = 5;
let requested;
const world = await openWorld();
try {
  const host = {
    execPath: process.execPath,
    scriptPath: process.argv[1],
    version: "0.0.0",
    nodeVersion: process.versions.node,
  };
  const newId = () => {
    requested ??= clock();
    return randomUUID();
  };
  const app = benchApp({ world, host, newId });
  const profile = writePromptOf(world, bytes);
  await trustAll(world, app, [profile]);
  const samples = [];
  for (let run = 0; run < 1 + warmUp + count; run += 1) samples.push(await sealed(app, profile, run));
  const [first, ...later] = samples;
  console.log(JSON.stringify({ first, later: later.slice(warmUp) }));
  await app.dispose();
} finally {
  await world.close();
}

/** Each has a task of its own, so that no fingerprint of a conversation is known. `task`: since the task was given, with files read and trust checked. `request`: since the request has its id. */
async function sealed(app, profile, run) {
  const task = clock();
  requested = undefined;
  let sample;
  const delegation = { asker: "person", profile, task: `Review change ${run}.`, overrides: {} };
  const planned = await app.plan(delegation, new AbortController().signal, () => {
    sample = { task: task(), request: requested() };
  });
  if (!planned.ok) throw new Error(JSON.stringify(planned.diagnostics));
  return sample;
}

function clock() {
  const before = process.cpuUsage();
  const from = performance.now();
  return () => ({ wall: performance.now() - from, cpu: process.cpuUsage(before).user / 1000 });
}
