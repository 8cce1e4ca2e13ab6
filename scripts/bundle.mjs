// Puts the programs of dist/ into few files: the extension, the terminal command and the child's bridge. Most of what each of them took to start was
// finding and opening hundreds of small ones. The other entries stay as they were compiled, for whoever imports and reads them.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";

/** Pi's own modules must be those of the Pi that runs; Ink and React are large, and loaded when something is drawn. */
const external = [/^node:/, /^@mariozechner\//, /^ink$/, /^react(\/|$)/];

/** `src/backends/bridge-location.ts` looks for the bridge beside itself, and is in a chunk here. */
const programs = {
  extension: "extension.js",
  "src/cli": "src/cli.js",
  "chunks/bridge": "src/backends/bridge.js",
};

export async function bundlePrograms(dist) {
  const input = Object.fromEntries(Object.entries(programs).map(([name, file]) => [name, join(dist, file)]));
  // A UMD build cannot be bundled: its `require` is only a parameter.
  const resolve = { mainFields: ["module", "main"] };
  const bundle = await rolldown({ input, platform: "node", resolve, external });
  const { output } = await bundle.write({
    dir: dist,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
    comments: { legal: true },
  });
  await bundle.close();
  const packages = new Set(output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : [])).flatMap(packageOf));
  writeFileSync(join(dist, "chunks", "LICENSES.txt"), [...packages].sort().map(licence).join("\n"));
}

/** The directory of the package that a module came from; none for our own. */
function packageOf(module) {
  const [directory] = /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(module) ?? [];
  return directory === undefined ? [] : [directory];
}

function licence(directory) {
  const { name, version, license } = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
  const file = readdirSync(directory).find((each) => /^licen[cs]e/i.test(each));
  if (file === undefined) throw new Error(`${name} ${version} (${license}) is bundled and has no licence text.`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(directory, file), "utf8").trim()}\n`;
}
