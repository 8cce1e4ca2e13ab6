import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createFindToolDefinition,
  createGrepToolDefinition,
  createLsToolDefinition,
  createReadToolDefinition,
} from "@mariozechner/pi-coding-agent";
import { expect, onTestFinished, test } from "vitest";
import { readToolCatalog } from "../../src/backends/read-tool-catalog.ts";

test("the length of a definition is that of Pi's own, within a tenth", () => {
  const bin = mkdtempSync(join(tmpdir(), "forge-programs-"));
  onTestFinished(() => rmSync(bin, { recursive: true }));
  for (const name of ["rg", "fd"]) writeFileSync(join(bin, name), "", { mode: 0o755 });
  const makers = [createReadToolDefinition, createGrepToolDefinition, createFindToolDefinition, createLsToolDefinition];
  const lengths = makers.map((make) => {
    const { name, description, parameters } = make("/");
    return [name, JSON.stringify({ name, description, parameters }).length] as const;
  });
  const catalog = readToolCatalog({ agentDir: "/nowhere", path: bin });
  const stated = new Map(catalog.ok ? catalog.value.map((tool) => [tool.name, tool.definitionCharacters ?? 0]) : []);
  for (const [name, length] of lengths) {
    expect(Math.abs((stated.get(name) ?? 0) - length), name).toBeLessThan(length / 10);
  }
});
