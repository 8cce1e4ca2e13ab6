// From a task to a sealed plan: files read, profile resolved, prompt compiled, checked and fingerprinted.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { estimate } from "./statistics.mjs";

const run = promisify(execFile);
const script = fileURLToPath(new URL("./seal-process.mjs", import.meta.url));
const sizes = [4, 256];
const perProcess = 8;
const mostCpuMs = 8;

export async function measureSeal({ pairs, progress }) {
  const rounds = Math.max(3, Math.ceil(pairs / perProcess));
  const results = sizes.map((size) => ({ size, processes: [] }));
  for (let round = 0; round < rounds; round += 1) {
    progress(`sealing, process ${round + 1} of ${rounds}`);
    for (const { size, processes } of results) {
      const { stdout } = await run(process.execPath, [script, String(size * 1024), String(perProcess)]);
      processes.push(JSON.parse(stdout));
    }
  }
  return results.flatMap(({ size, processes }) => {
    const later = processes.flatMap((each) => each.later);
    const first = processes.map((each) => each.first);
    const cpu = estimate(later.map((each) => each.cpu));
    const name = `${size} KiB stack: request -> sealed plan`;
    return [
      { name, unit: "ms", ...estimate(later.map((each) => each.wall)) },
      {
        name: `${name}, user CPU`,
        unit: "ms",
        ...cpu,
        target: { text: `<= ${mostCpuMs} user-CPU ms`, holds: cpu.median <= mostCpuMs },
      },
      { name: `${name}, user CPU, first of a process`, unit: "ms", ...estimate(first.map((each) => each.cpu)) },
    ];
  });
}
