// From a request to a sealed plan: profile resolved, prompt compiled twice, checked and fingerprinted; and what comes before it.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { atMost, estimate } from "./statistics.mjs";

const run = promisify(execFile);
const script = fileURLToPath(new URL("./seal-process.mjs", import.meta.url));
const sizes = [4, 256];
/** Behind the first, which has its own row, and five that are dropped. In a young process the engine still compiles this code: fewer than these measure that, not the sealing. */
const perProcess = 40;
/** The first plan of a process is measured once in each. */
const leastProcesses = 9;
const mostCpuMs = 8;

export async function measureSeal({ pairs, progress }) {
  const rounds = Math.max(leastProcesses, Math.ceil(pairs / perProcess));
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
    const of = (samples, span, what) => estimate(samples.map((each) => each[span][what]));
    const cpu = of(later, "request", "cpu");
    const first = processes.map((each) => each.first);
    return [
      { name: `${size} KiB stack: request -> sealed plan`, unit: "ms", ...of(later, "request", "wall") },
      {
        name: "  its user CPU",
        unit: "ms",
        ...cpu,
        target: { text: `<= ${mostCpuMs} user-CPU ms`, verdict: atMost(cpu, mostCpuMs) },
      },
      { name: "  its user CPU, the first time in a process", unit: "ms", ...of(first, "request", "cpu") },
      { name: "  with reading files and trust before it, user CPU", unit: "ms", ...of(later, "task", "cpu") },
    ];
  });
}
