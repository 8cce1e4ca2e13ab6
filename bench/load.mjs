// Pi's start with and without the extension. Two marks, one loaded before it and one after, tell what loading alone costs;
// the same two marks without it between them are taken off.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { atMost, estimate, pairedRatio } from "./statistics.mjs";
import { model, openWorld } from "./world.mjs";

const extension = fileURLToPath(new URL("../dist/extension.js", import.meta.url));
const markSource = fileURLToPath(new URL("./load-mark.mjs", import.meta.url));
const mostCpuMs = 20;

export async function measureLoad({ host, pairs, progress }) {
  const world = await openWorld();
  try {
    const marks = ["one.mjs", "two.mjs"].map((name) => join(world.home, name));
    for (const mark of marks) copyFileSync(markSource, mark);
    const start = (between) => started(world, host, [marks[0], ...between, marks[1]]);
    await start([extension]);
    const [withIt, without] = [[], []];
    for (let pair = 0; pair < pairs; pair += 1) {
      progress(`start with and without the extension, pair ${pair + 1} of ${pairs}`);
      if (pair % 2 === 0) without.push(await start([]));
      withIt.push(await start([extension]));
      if (pair % 2 === 1) without.push(await start([]));
    }
    const added = (what) => estimate(withIt.map((each, index) => each[what] - without[index][what]));
    const loading = added("loading");
    const starts = [withIt, without].map((each) => each.map(({ request }) => request));
    return [
      {
        name: "loading dist/extension.js, user CPU",
        unit: "ms",
        ...loading,
        target: { text: `<= ${mostCpuMs} user-CPU ms`, verdict: atMost(loading, mostCpuMs) },
      },
      { name: "added to Pi's start -> first request", unit: "ms", ...added("request"), ratio: pairedRatio(...starts) },
      { name: "added user CPU of a whole `pi -p`, deferred loading included", unit: "ms", ...added("cpu") },
      { name: "added resident memory at exit", unit: "MB", ...added("resident") },
    ];
  } finally {
    await world.close();
  }
}

async function started(world, host, extensions) {
  const file = join(world.home, "marks");
  rmSync(file, { force: true });
  const seen = world.server.requests.length;
  const given = extensions.flatMap((path) => ["-e", path]);
  const who = ["--provider", model.provider, "--model", model.id];
  const from = performance.timeOrigin + performance.now();
  const child = spawn(host.execPath, [host.scriptPath, "-p", "--no-session", ...given, ...who, "Say done."], {
    cwd: world.root,
    env: { ...world.environment, FORGE_BENCH_MARKS: file },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`Pi ended with ${code}.`);
  const marks = readFileSync(file, "utf8").trim().split("\n").map(JSON.parse);
  const at = (name) => marks.find((each) => each.name === name);
  return {
    loading: (at("second").user - at("first").user) / 1000,
    request: world.server.requests[seen].receivedAt - from,
    cpu: at("exit").user / 1000,
    resident: at("exit").resident / 2 ** 20,
  };
}
