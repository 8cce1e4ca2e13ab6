import { readFileSync } from "node:fs";
import type { Diagnostic } from "../../src/contract/diagnostic.ts";

/** Cases recorded from existing installs: inputs with the codes and paths they give. */
export function golden<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../golden/${name}.json`, import.meta.url), "utf8"));
}

export function brief(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ level, code, path }) => `${level} ${code} @${path}`);
}
