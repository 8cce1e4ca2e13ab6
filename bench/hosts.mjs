// The Pi installations at hand: 0.73.1 from the dev dependencies on this Node, 1.x on its own Node when `.hosts/` has it.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

export function piHosts() {
  const modules = join(root, ".hosts", "pi-1", "node_modules");
  const node = join(modules, "node", "bin", process.platform === "win32" ? "node.exe" : "node");
  const first = host(
    "@mariozechner/pi-coding-agent",
    join(root, "node_modules"),
    process.execPath,
    process.versions.node,
  );
  if (!existsSync(node)) return [first];
  const { version } = JSON.parse(readFileSync(join(modules, "node", "package.json"), "utf8"));
  return [first, host("@earendil-works/pi-coding-agent", modules, node, version)];
}

function host(name, modules, execPath, nodeVersion) {
  const directory = join(modules, name);
  const { version, bin } = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
  return {
    name: `Pi ${version}, Node ${nodeVersion}`,
    version,
    nodeVersion,
    execPath,
    scriptPath: join(directory, bin.pi),
  };
}
