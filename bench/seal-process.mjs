// One process that seals plans: the first costs what loading and compiling the code costs, the later ones only their own work.
// Prints the samples as JSON.
import { benchApp, trustAll, writePromptOf } from "./app.mjs";
import { openWorld } from "./world.mjs";

const [bytes, count] = process.argv.slice(2).map(Number);
const warmUp = 5;
const world = await openWorld();
try {
  const host = { execPath: process.execPath, scriptPath: process.argv[1], version: "0.0.0" };
  const app = benchApp({ world, host });
  const profile = writePromptOf(world, bytes);
  await trustAll(world, app, [profile]);
  const samples = [];
  for (let run = 0; run < 1 + warmUp + count; run += 1) samples.push(await sealed(app, profile));
  const [first, ...later] = samples;
  console.log(JSON.stringify({ first, later: later.slice(warmUp) }));
  await app.dispose();
} finally {
  await world.close();
}

async function sealed(app, profile) {
  const before = process.cpuUsage();
  const from = performance.now();
  let wall = 0;
  let cpu = 0;
  const delegation = { asker: "person", profile, task: "Review the change.", overrides: {} };
  const planned = await app.plan(delegation, new AbortController().signal, () => {
    wall = performance.now() - from;
    cpu = process.cpuUsage(before).user / 1000;
  });
  if (!planned.ok) throw new Error(JSON.stringify(planned.diagnostics));
  return { wall, cpu };
}
