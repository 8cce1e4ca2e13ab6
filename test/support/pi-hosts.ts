import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** One real Pi that tests can start: `execPath scriptPath …`. */
export interface PiHost {
  readonly name: string;
  readonly version: string;
  /** Of the Node that runs it. */
  readonly nodeVersion: string;
  readonly execPath: string;
  readonly scriptPath: string;
}

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Pi 0.73 from our dev dependencies, on the Node that runs the tests. */
export function oldPi(): PiHost {
  return host("@mariozechner/pi-coding-agent", join(root, "node_modules"), process.execPath, process.versions.node);
}

/** Pi 1.x on its own Node; undefined until `node scripts/install-hosts.mjs` has run. */
export function newPi(): PiHost | undefined {
  const modules = join(root, ".hosts", "pi-1", "node_modules");
  const execPath = join(modules, "node", "bin", process.platform === "win32" ? "node.exe" : "node");
  if (!existsSync(execPath)) return undefined;
  const { version }: { version: string } = JSON.parse(readFileSync(join(modules, "node", "package.json"), "utf8"));
  return host("@earendil-works/pi-coding-agent", modules, execPath, version);
}

/** The hosts at hand, and the reason to print for one that is not. */
export function piHosts(): { readonly hosts: readonly PiHost[]; readonly missing: readonly string[] } {
  const second = newPi();
  if (second) return { hosts: [oldPi(), second], missing: [] };
  return { hosts: [oldPi()], missing: ["Pi 1.x is not in .hosts/: run node scripts/install-hosts.mjs"] };
}

const sampled = process.env.CI_SAMPLE === "1";
if (sampled) console.warn("Not run: every second of many alike combinations; npm run test:hosts runs them all.");

/** Of combinations, given by the index of each of their parts, every second one with `CI_SAMPLE=1`: any two parts still meet in one. */
export function takesPart(...indexes: readonly number[]): boolean {
  return !sampled || indexes.reduce((sum, index) => sum + index, 0) % 2 === 0;
}

/** As an index for `takesPart`, so that of what two hosts would both try each tries its half. */
export function partOf(host: PiHost): number {
  return host.version === oldPi().version ? 0 : 1;
}

/** The hosts for tests that the end-to-end project runs on Pi 0.73 already: with `CI_SAMPLE=1` that Pi is left out and a reason given. */
export function terminalHosts(): ReturnType<typeof piHosts> {
  const { hosts, missing } = piHosts();
  if (!sampled || hosts.length < 2) return { hosts, missing };
  return { hosts: hosts.slice(1), missing: [`${hosts[0]?.name}: the end-to-end project runs this on it`] };
}

function host(name: string, modules: string, execPath: string, nodeVersion: string): PiHost {
  const directory = join(modules, name);
  const { version, bin }: { version: string; bin: { pi: string } } = JSON.parse(
    readFileSync(join(directory, "package.json"), "utf8"),
  );
  return { name: `Pi ${version}`, version, nodeVersion, execPath, scriptPath: join(directory, bin.pi) };
}
