import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, extname, join, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { importedFrom } from "./app-module-imports.ts";
import type { Digests } from "./config/trusted-files.ts";
import { fileDigest } from "./files/digest.ts";
import { listFiles } from "./files/list-files.ts";
import type { LoadModule } from "./host/extension-modules.ts";

/** A folder of code modules, and what a person agreed to in it. */
export interface AgreedModules {
  readonly directory: string;
  /** Relative to any folder above; only the end of a path is compared. */
  readonly digests: Digests;
}

export interface ModuleLoader {
  readonly load: LoadModule;
  /** Removes the copies. */
  dispose(): void;
}

/**
 * Runs exactly the bytes that were agreed to: the folder is copied into a private place, every copy is compared with its digest,
 * and code is loaded from there. A module may import files of its own folder and nothing else, so that the agreement covers all
 * of it. It still runs with the user's rights; this is no sandbox.
 */
export function createModuleLoader(agreed: readonly AgreedModules[]): ModuleLoader {
  const copies = new Map<string, string>();
  return {
    async load(file) {
      const folder = agreed.find(({ directory }) => file.startsWith(directory + sep));
      if (!folder) throw new Error("it is in no folder that was agreed to");
      const copy = copies.get(folder.directory) ?? copyOf(folder);
      copies.set(folder.directory, copy);
      const entry = join(copy, relative(folder.directory, file));
      const own = isIndex(entry) && dirname(entry) !== copy ? dirname(entry) : copy;
      checkImports(entry, own, new Set());
      return importFile(entry);
    },
    dispose() {
      for (const copy of copies.values()) rmSync(dirname(copy), { recursive: true, force: true });
      copies.clear();
    },
  };
}

const maxFiles = 1000;
const maxFileBytes = 16 * 1024 * 1024;

function copyOf({ directory, digests }: AgreedModules): string {
  const base = mkdtempSync(join(tmpdir(), "forge-modules-"));
  const copy = join(base, basename(directory));
  // Whatever lies above must not decide how the files here are read.
  writeFileSync(join(base, "package.json"), "{}\n");
  mkdirSync(copy);
  const { files } = listFiles(directory, { extensions: [""], recursive: true, max: maxFiles });
  for (const file of files) {
    const target = join(copy, relative(directory, file));
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(file, target);
    const digest = fileDigest(target, { maxBytes: maxFileBytes });
    const path = relative(dirname(directory), file).split(sep).join("/");
    const pinned = digests.find((each) => each.path === path || each.path.endsWith(`/${path}`));
    if (!digest.ok || digest.value !== pinned?.digest) {
      rmSync(base, { recursive: true, force: true });
      throw new Error(`"${path}" is not as it was agreed to`);
    }
  }
  return copy;
}

function isIndex(file: string): boolean {
  return /^index\.[a-z]+$/.test(basename(file));
}

const endings = ["", ".ts", ".js", ".mjs", ".cjs", ".json", "/index.ts", "/index.js", "/index.mjs", "/index.cjs"];

/** Throws for an import that leaves the folder, in the module or in anything that it imports. */
function checkImports(file: string, folder: string, seen: Set<string>): void {
  if (seen.has(file) || extname(file) === ".json") return;
  seen.add(file);
  for (const specifier of importedFrom(readFileSync(file, "utf8"))) {
    if (!/^\.\.?(?:\/|$)/.test(specifier)) {
      throw new Error(`it imports "${specifier}", and a module may import nothing outside its folder`);
    }
    const written = resolve(dirname(file), specifier);
    const target = candidates(written).find(isFile);
    if (target === undefined) throw new Error(`it imports "${specifier}", which is not there`);
    if (!target.startsWith(folder + sep)) throw new Error(`it imports "${specifier}", which is outside its folder`);
    checkImports(target, folder, seen);
  }
}

/** TypeScript writes `./a.js` where `a.ts` is meant. */
function candidates(path: string): string[] {
  const source = path.replace(/\.(m|c)?js$/, ".$1ts");
  return [...endings.map((ending) => path + ending), source];
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

async function importFile(file: string): Promise<unknown> {
  try {
    return await import(pathToFileURL(file).href);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    if (code !== "ERR_UNKNOWN_FILE_EXTENSION") throw cause;
    throw new Error("this Node.js cannot read TypeScript; write it as .mjs, or use Node.js 22.18 or later", { cause });
  }
}
