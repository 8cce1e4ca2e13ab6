import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

interface Rule {
  /** Rooms whose values may be imported. */
  readonly from: readonly string[];
  /** Rooms of which only types may be imported. */
  readonly types?: readonly string[];
  readonly outside: readonly RegExp[];
}

const node = /^node:(?!child_process$)/;
const pi = /^@mariozechner\//;
const everyRoom = [
  "text",
  "contract",
  "files",
  "host",
  "config",
  "history",
  "runtime",
  "ui",
  "approval",
  "backends",
  "testing",
  "delegate",
];

/** The table of the design, as it is checked: rooms import downwards, siblings never each other. */
const rules: Readonly<Record<string, Rule>> = {
  text: { from: [], outside: [/^node:crypto$/, /^string-width$/, /^diff$/] },
  contract: { from: ["text"], outside: [/^@sinclair\/typebox$/, /^node:crypto$/] },
  files: { from: ["text"], types: ["contract"], outside: [node, /^jsonc-parser$/, /^proper-lockfile$/] },
  host: { from: ["contract", "files", "text"], outside: [node, /^yaml$/, /^@sinclair\/typebox$/] },
  config: { from: ["contract", "files", "text"], outside: [node, /^jsonc-parser$/, /^@sinclair\/typebox$/] },
  history: { from: ["contract", "files", "text"], outside: [node] },
  runtime: { from: ["contract"], outside: [] },
  ui: { from: ["contract", "text"], outside: [/^ink$/, /^react$/, pi] },
  approval: { from: ["contract", "ui", "text"], outside: [/^ink$/, /^react$/, pi, node] },
  backends: { from: ["contract", "text"], types: ["runtime"], outside: [node, /^node:child_process$/, pi] },
  testing: { from: ["contract", "runtime"], outside: [] },
  delegate: { from: ["contract"], types: everyRoom, outside: [] },
  app: { from: [...everyRoom], outside: [node, pi] },
  commands: { from: ["delegate", "app", "config", "history", "ui", "contract", "text"], outside: [pi, /typebox$/] },
  tools: { from: ["delegate", "app", "config", "history", "ui", "contract", "text"], outside: [pi, /typebox$/] },
  cli: { from: ["delegate", "app", "config", "history", "ui", "contract", "text"], outside: [node, pi] },
  entry: { from: [...everyRoom, "app", "commands", "tools", "cli"], outside: [node, pi, /typebox$/] },
};

/** Outcome and diagnostics are plain functions that every room builds its answers with. */
const everywhere = new Set(["src/contract/diagnostic.ts", "src/contract/outcome.ts"]);

/** Files that alone may do a thing. */
const alone: readonly { readonly what: RegExp; readonly files: RegExp }[] = [
  { what: /^node:child_process$/, files: /^src\/backends\/spawn\.ts$/ },
  {
    what: pi,
    files:
      /^(extension\.ts|commands\/|tools\/|src\/(app|cli)|src\/.*\/in-pi\.ts|src\/ui\/pi-component\.ts|src\/backends\/)/,
  },
];

function roomOf(file: string): string {
  if (/^src\/(delegat[a-z-]*|command-line[a-z-]*)\.ts$/.test(file)) return "delegate";
  if (/^src\/app[a-z-]*\.ts$/.test(file)) return "app";
  if (/^src\/cli[a-z-]*\.ts$/.test(file)) return "cli";
  if (/^src\/[^/]+$/.test(file)) return "entry";
  return /^(?:src\/)?([a-z]+)\//.exec(file)?.[1] ?? "entry";
}

function sources(directory: string): string[] {
  return readdirSync(join(root, directory)).flatMap((name) => {
    const path = `${directory}/${name}`;
    if (statSync(join(root, path)).isDirectory()) return sources(path);
    return /\.ts$/.test(name) ? [path] : [];
  });
}

interface Import {
  readonly file: string;
  readonly target: string;
  readonly typeOnly: boolean;
  /** Loaded together with its file. */
  readonly eager: boolean;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), "utf8");
  const found: Import[] = [];
  const statement = /^(import|export)\s+(type\s+)?(?:([^"';]*?)\sfrom\s+)?"([^"]+)"/gm;
  for (const [, , type, names, target] of text.matchAll(statement)) {
    const everyNameIsType =
      names?.trim().startsWith("{") &&
      names
        .replace(/[{}]/g, "")
        .split(",")
        .every((name) => name.trim() === "" || name.trim().startsWith("type "));
    const typeOnly = type !== undefined || everyNameIsType === true;
    found.push({ file, target: target ?? "", typeOnly, eager: type === undefined });
  }
  for (const [, target] of text.matchAll(/\bimport\(\s*"([^"]+)"\s*\)/g)) {
    found.push({
      file,
      target: target ?? "",
      typeOnly: /:\s*typeof import\(/.test(text) && !text.includes(`await import("${target}")`),
      eager: false,
    });
  }
  return found;
}

function complaint({ file, target, typeOnly }: Import): string | undefined {
  const room = roomOf(file);
  const rule = rules[room];
  if (!rule) return `${file}: room "${room}" is not in the table`;
  if (!target.startsWith(".")) {
    const limited = alone.find((each) => each.what.test(target));
    if (limited && !limited.files.test(file)) return `${file} may not import ${target}`;
    return typeOnly || rule.outside.some((each) => each.test(target)) ? undefined : `${file} may not import ${target}`;
  }
  const path = resolved(file, target);
  const other = roomOf(path);
  if (other === room || everywhere.has(path)) return undefined;
  if (room === "backends" && path === "src/runtime/backend.ts") return undefined;
  if (rule.from.includes(other) || (typeOnly && rule.types?.includes(other))) return undefined;
  return `${file} (${room}) may not import ${path} (${other})`;
}

function resolved(file: string, target: string): string {
  return normalize(join(dirname(file), target))
    .split(sep)
    .join("/");
}

/** What is loaded before the first line of a file runs: files of ours by their path, packages by their name. */
function loadedWith(entry: string): string[] {
  const loaded = new Set([entry]);
  for (const file of loaded) {
    if (!file.endsWith(".ts")) continue;
    for (const { target } of importsOf(file).filter(({ eager }) => eager)) {
      loaded.add(target.startsWith(".") ? resolved(file, target) : target);
    }
  }
  return [...loaded].sort();
}

const files = ["extension.ts", ...sources("src"), ...sources("commands"), ...sources("tools")];

describe("architecture", () => {
  test("every import follows the table of rooms", () => {
    expect(
      files
        .flatMap(importsOf)
        .map(complaint)
        .filter((each) => each !== undefined),
    ).toEqual([]);
  });

  test("the sealed plan knows nothing of profiles: contract/runtime never imports contract/product", () => {
    const upward = files
      .filter((file) => file.startsWith("src/contract/runtime/"))
      .flatMap(importsOf)
      .filter(({ target }) => target.includes("product/"));
    expect(upward).toEqual([]);
  });

  test("Pi waits at its start for what registers commands and tools and what draws at once, and for nothing else", () => {
    expect(loadedWith("extension.ts")).toEqual([
      "commands/register-command.ts",
      "commands/register-commands.ts",
      "commands/result-message.ts",
      "commands/show.ts",
      "extension.ts",
      "src/app-session.ts",
      "src/contract/diagnostic-line.ts",
      "src/contract/diagnostic.ts",
      "src/contract/outcome.ts",
      "src/text/escape.ts",
      "src/text/format.ts",
      "src/text/measure.ts",
      "src/text/wrap.ts",
      "src/ui/gutter.ts",
      "src/ui/line.ts",
      "src/ui/lines-component.ts",
      "src/ui/pi-component.ts",
      "src/ui/pi-ui.ts",
      "src/ui/result-view.ts",
      "string-width",
      "tools/forge-subagent-profiles.ts",
      "tools/forge-subagent.ts",
      "tools/render-result.ts",
      "tools/run-rows.ts",
    ]);
  });

  test("no file is over 250 lines", () => {
    const long = files
      .map((file) => [file, readFileSync(join(root, file), "utf8").split("\n").length - 1] as const)
      .filter(([, lines]) => lines > 250);
    expect(long).toEqual([]);
  });

  test("every relative import names its file with .ts", () => {
    const wrong = files
      .flatMap(importsOf)
      .filter(({ target }) => target.startsWith(".") && !/\.(ts|json)$/.test(target));
    expect(wrong).toEqual([]);
  });

  test("no committed file names a path of one machine", () => {
    const named = files.filter((file) =>
      /["'`(\s]\/(work|root|home\/[a-z]+)\//.test(readFileSync(join(root, file), "utf8")),
    );
    expect(named.map((file) => relative(root, join(root, file)))).toEqual([]);
  });
});
