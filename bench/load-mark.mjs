// An extension that only notes when it was loaded and what the process had used by then. Loaded before and after ours.
import { appendFileSync } from "node:fs";

const file = process.env.FORGE_BENCH_MARKS;
const mark = (name) => {
  const { user } = process.cpuUsage();
  const resident = process.memoryUsage.rss();
  appendFileSync(file, `${JSON.stringify({ name, at: performance.timeOrigin + performance.now(), user, resident })}\n`);
};

const isSecond = process.env.FORGE_BENCH_MARKED === "yes";
if (isSecond) mark("second");

export default function loadMark() {
  if (isSecond) return;
  process.env.FORGE_BENCH_MARKED = "yes";
  process.on("exit", () => mark("exit"));
  mark("first");
}
