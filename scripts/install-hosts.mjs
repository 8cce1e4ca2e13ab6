// Fetches the second Pi that the tests run on, with a Node that can run it, into `.hosts/` (ignored by git).
// Does nothing when they are there already. The first Pi is a dev dependency and runs on the Node that runs the tests.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const pins = { "@earendil-works/pi-coding-agent": "1.6.0", node: "24" };
const directory = fileURLToPath(new URL("../.hosts/pi-1", import.meta.url));
const inPackage = (...path) => join(directory, "node_modules", ...path);
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

if (installed()) {
  console.log(`hosts: ${describe()}, already here`);
} else {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "package.json"), `${JSON.stringify({ private: true }, null, 2)}\n`);
  // The `node` package fetches its binary in an install script.
  const wanted = Object.entries(pins).map(([name, version]) => `${name}@${version}`);
  const run = spawnSync(
    npm,
    ["install", ...wanted, "--foreground-scripts", "--no-audit", "--no-fund", "--save-exact", "--loglevel=error"],
    { cwd: directory, stdio: ["ignore", "inherit", "inherit"], shell: process.platform === "win32" },
  );
  if (run.status !== 0 || !installed()) {
    console.error(`hosts: npm could not install ${wanted.join(" and ")} into ${directory}; remove it and try again.`);
    process.exit(1);
  }
  console.log(`hosts: ${describe()}, installed`);
}

function installed() {
  const version = versionOf("@earendil-works/pi-coding-agent");
  const node = spawnSync(nodePath(), ["--version"], { encoding: "utf8" });
  return version === pins["@earendil-works/pi-coding-agent"] && node.stdout?.startsWith(`v${pins.node}.`) === true;
}

function versionOf(name) {
  const file = inPackage(name, "package.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).version : undefined;
}

function nodePath() {
  return inPackage("node", "bin", process.platform === "win32" ? "node.exe" : "node");
}

function describe() {
  return `Pi ${versionOf("@earendil-works/pi-coding-agent")} on Node ${versionOf("node")}`;
}
