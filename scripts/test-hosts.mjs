// The tests that run on both Pi hosts: 0.73.1 on this Node, 1.x on its own. Arguments go to vitest.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const run = (...args) => spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status ?? 1;
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");

process.exitCode =
  run(join(root, "scripts", "install-hosts.mjs")) ||
  run(join(root, "scripts", "build.mjs")) ||
  run(vitest, "run", "--project", "hosts", ...process.argv.slice(2));
