// Compiles the published tree to dist/, fresh, so that a file removed from the source is gone from the package, and bundles its programs there.
// Nothing is done when dist/ is already what these sources make: several scripts begin with a build, and a test run must not replace what another
// one is reading.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundlePrograms } from "./bundle.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
const mark = join(root, ".cache", "build.txt");
const sources = [
  "extension.ts",
  "scripts/build.mjs",
  "scripts/bundle.mjs",
  "src",
  "commands",
  "tools",
  "tsconfig.json",
  "tsconfig.build.json",
  "package-lock.json",
];

const made = digest(sources.concat("dist"));
if (process.argv.includes("--force") || !existsSync(mark) || readFileSync(mark, "utf8") !== made) await build();

async function build() {
  rmSync(join(root, "dist"), { recursive: true, force: true });
  const args = [compiler, "-p", join(root, "tsconfig.build.json")];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
  await bundlePrograms(join(root, "dist"));
  chmodSync(join(root, "dist", "src", "cli.js"), 0o755);
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, digest(sources.concat("dist")));
}

/** One digest of these files and directories, names and contents. */
function digest(names) {
  const hash = createHash("sha256");
  for (const name of names)
    for (const file of filesOf(name)) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

function filesOf(name) {
  const path = join(root, name);
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [name];
  return readdirSync(path)
    .sort()
    .flatMap((entry) => filesOf(join(name, entry)));
}
