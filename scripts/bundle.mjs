// Puts the programs of dist/ into few files: the extension, the terminal command and the child's bridge. Most of what each of them took to start was
// finding and opening hundreds of small ones. The other entries stay as they were compiled, for whoever imports and reads them.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";

/** Pi's own modules must be those of the Pi that runs. */
const external = [/^node:/, /^@mariozechner\//];

/** React checks itself at every frame unless it is told that nobody develops it here. */
const transform = { define: { "process.env.NODE_ENV": JSON.stringify("production") } };

/** Ink looks for React's tools where a person has `DEV=true`, and draws nothing where Pi's loader does not find them. */
const undebuggedInk = {
  name: "undebugged-ink",
  transform: {
    filter: { id: /\/ink\/build\/[^/]+\.js$/ },
    handler: (code) => code.replaceAll("isDev()", "false"),
  },
};

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
  const bundle = await rolldown({ input, platform: "node", resolve, transform, external, plugins: [undebuggedInk] });
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

/** A package without a licence text is named with what its manifest says. */
function licence(directory) {
  const manifest = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
  const { name, version, license, author, repository } = manifest;
  if (license === undefined) throw new Error(`${name} ${version} is bundled and names no licence.`);
  const file = readdirSync(directory).find((each) => /^licen[cs]e/i.test(each));
  const text = file && readFileSync(join(directory, file), "utf8").trim();
  return `${name} ${version} (${license})\n\n${text ?? JSON.stringify({ author, repository })}\n`;
}
