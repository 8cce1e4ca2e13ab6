import { type Dirent, existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Diagnostic, warning } from "../contract/diagnostic.ts";
import { promptHelpers } from "./compile-macros.ts";
import { extensionRegistry } from "./extension-registry.ts";
import type { ExtensionHelpers, MacroRegistration, Registrations, SlotRegistration } from "./registrations.ts";

/** Imports one file and returns its module object; the app supplies it, because loading runs code as the user. */
export type LoadModule = (file: string) => Promise<unknown>;

/** What a trusted module is called with. */
export interface ExtensionContext {
  readonly cwd: string;
  readonly forgeDir: string;
  readonly extensionPath: string;
  readonly helpers: ExtensionHelpers;
  registerMacro(macro: MacroRegistration): void;
  registerSlot(slot: SlotRegistration): void;
  getRegisteredMacros(): MacroRegistration[];
  getRegisteredSlots(): SlotRegistration[];
}

export interface ExtensionModulesInput {
  readonly cwd: string;
  /** Global first, then the project's; leave out what may not run. */
  readonly directories: readonly string[];
  /** Absent unless a person allowed code modules; then nothing is loaded. */
  readonly loadModule: LoadModule | undefined;
}

export interface ExtensionModules {
  readonly registrations: Registrations;
  /** Warnings: a module that fails is rolled back and everything else goes on. */
  readonly diagnostics: readonly Diagnostic[];
  readonly paths: readonly string[];
  /** Runs what the modules returned for their end, last one first. */
  dispose(): Promise<void>;
}

type Cleanup = () => unknown;

export async function loadExtensionModules(input: ExtensionModulesInput): Promise<ExtensionModules> {
  const { loadModule } = input;
  const registry = extensionRegistry();
  const diagnostics: Diagnostic[] = [];
  const paths: string[] = [];
  const cleanups: Cleanup[] = [];
  for (const directory of loadModule ? input.directories : []) {
    for (const file of moduleFiles(directory, diagnostics)) {
      const before = registry.mark();
      try {
        const context = contextOf(input.cwd, directory, file, registry);
        const cleanup = await registerFunction(await loadModule?.(file))(context);
        if (typeof cleanup === "function") cleanups.push(() => cleanup());
        paths.push(file);
      } catch (cause) {
        registry.rollBack(before);
        diagnostics.push(failed(file, cause));
      }
    }
  }
  return { registrations: registry.registrations(), diagnostics, paths, dispose: () => runAll(cleanups) };
}

const moduleFile = /(?<!\.d)\.(?:ts|js|mjs|cjs)$/;
const indexFiles = ["index.ts", "index.js", "index.mjs", "index.cjs"];

/** Files, and folders with an index file, by name; dotfiles are skipped. */
function moduleFiles(directory: string, diagnostics: Diagnostic[]): string[] {
  const entries = readEntries(directory, diagnostics).filter((entry) => !entry.name.startsWith("."));
  const byName = entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  return byName.flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return indexFiles.map((name) => join(path, name)).find((file) => existsSync(file)) ?? [];
    return entry.isFile() && moduleFile.test(entry.name) ? path : [];
  });
}

function readEntries(directory: string, diagnostics: Diagnostic[]): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    // Most projects have no such folder; one that cannot be read is told apart.
    if (existsSync(directory)) diagnostics.push(failed(directory, new Error("the folder cannot be read")));
    return [];
  }
}

function contextOf(
  cwd: string,
  directory: string,
  file: string,
  registry: ReturnType<typeof extensionRegistry>,
): ExtensionContext {
  return {
    cwd,
    forgeDir: dirname(directory),
    extensionPath: file,
    helpers: promptHelpers,
    registerMacro: registry.registerMacro,
    registerSlot: registry.registerSlot,
    getRegisteredMacros: () => [...registry.registrations().macros.values()],
    getRegisteredSlots: () => [...registry.registrations().slots.values()],
  };
}

/** The default export, `register`, or `register` of the default export. */
function registerFunction(loaded: unknown): (context: ExtensionContext) => unknown {
  const whole = property(loaded, "default");
  for (const candidate of [whole, property(loaded, "register"), property(whole, "register")]) {
    if (typeof candidate === "function") return (context) => candidate(context);
  }
  throw new Error("it exports no register function");
}

function property(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

function failed(file: string, cause: unknown): Diagnostic {
  const reason = cause instanceof Error ? cause.message : "it threw no error";
  return warning("module.failed", `"${file}" was not loaded (${reason}); correct it and reload.`, { file });
}

async function runAll(cleanups: Cleanup[]): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) {
    try {
      await cleanup();
    } catch {
      // A module that fails at its end must not keep the others from theirs.
    }
  }
}
