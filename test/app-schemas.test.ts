import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { initPlan } from "../src/app-init.ts";
import { publishedSchemas } from "../src/app-schemas.ts";
import type { JsonObject, JsonValue } from "../src/contract/json.ts";
import { hasShape } from "../src/contract/shape.ts";
import { forgeDirectories } from "../src/files/forge-directories.ts";
import { golden } from "./support/golden.ts";

const directory = join(import.meta.dirname, "..", "schemas");

test("the published schemas are those of the code", () => {
  const written = readdirSync(directory).map((name) => [name, JSON.parse(readFileSync(join(directory, name), "utf8"))]);
  const made = Object.entries(publishedSchemas()).map(([name, schema]) => [`${name}.schema.json`, schema]);
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(made));
});

const schemas = publishedSchemas();
const fits = (schema: JsonObject, value: JsonValue) => hasShape(schema as Parameters<typeof hasShape>[0], value);

test("what init writes names a schema that it writes too, and has its shape", () => {
  const directories = forgeDirectories({ cwd: "/nowhere", env: {}, home: "/nowhere" });
  const { files } = initPlan({ directories, model: { provider: "a", id: "b" }, thinking: "off", now: new Date(0) });
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const naming = files.map(({ path, text }) => ({ path, value: JSON.parse(text) })).filter(isForPeople);
  expect(naming).toHaveLength(5);
  for (const { path, value } of naming) {
    const named = texts.get(join(dirname(path), value.$schema));
    expect(named, value.$schema).toBe(readFileSync(join(directory, basename(value.$schema)), "utf8"));
    expect(fits(JSON.parse(named ?? "{}"), value)).toBe(true);
    expect(fits(JSON.parse(named ?? "{}"), { ...value, mistyped: 1 })).toBe(false);
  }
});

function isForPeople({ path }: { readonly path: string }): boolean {
  return !path.includes("/schemas/");
}

test("recorded profiles that load fit the schema, and those that do not do not", () => {
  const cases = golden<{ input: JsonValue; result: { diagnostics: readonly unknown[] } }[]>("profile-load");
  // Blank texts are a matter of the loader: the schema speaks of shapes.
  const shapes = cases.filter(({ input }) => !JSON.stringify(input).includes('" '));
  expect(shapes.length).toBeGreaterThan(3);
  for (const { input, result } of shapes.filter(({ result }) => result.diagnostics.length === 0)) {
    expect(fits(schemas["agent-profile"], input), JSON.stringify(input)).toBe(true);
    expect(result.diagnostics).toEqual([]);
  }
});

test("ranges of the settings stand in the schema", () => {
  const timeout = (timeoutMs: number) => fits(schemas.subagents, { timeoutMs });
  expect([999, 1000, 3_600_000, 3_600_001].map(timeout)).toEqual([false, true, true, false]);
  expect(fits(schemas.subagents, { allowAgentInvocationWithoutApproval: "yes" })).toBe(false);
});
