import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseAgentProfile, serialiseAgentProfile } from "../../src/host/profile-codec.ts";
import { aProfile } from "../support/forge-files.ts";
import { golden } from "../support/golden.ts";

interface LoadVector {
  readonly name: string;
  readonly input: unknown;
  readonly result: { readonly profile: object; readonly diagnostics: readonly { level: string; field?: string }[] };
}

const origin = { file: "file-name.json", fallbackId: "file-name" };

test.each(golden<LoadVector[]>("profile-load"))("loads the recorded profile: $name", ({ input, result }) => {
  for (const source of [input, JSON.stringify(input)]) {
    const { profile, diagnostics } = parseAgentProfile(source, origin);
    expect(profile).toEqual(result.profile);
    expect(diagnostics.map(({ level, path }) => ({ level, field: path }))).toEqual(result.diagnostics);
  }
});

describe("a profile", () => {
  test("keeps its fields in one order whatever the order in the file", () => {
    const { profile } = parseAgentProfile({
      promptStack: " s ",
      id: " p ",
      name: "N",
      ...aProfile({ promptStack: " s " }),
    });
    expect(Object.keys(profile)).toEqual([
      "schemaVersion",
      "type",
      "id",
      "name",
      "model",
      "thinkingLevel",
      "promptStack",
    ]);
    expect(profile).toMatchObject({ id: "p", promptStack: "s" });
  });

  test("may carry $schema, which is not kept", () => {
    const { profile, diagnostics } = parseAgentProfile(aProfile({ $schema: "x.json" }));
    expect(diagnostics).toEqual([]);
    expect(profile).not.toHaveProperty("$schema");
  });

  test("says file, line and column of a wrong field", () => {
    const text = '{\n  "schemaVersion": 1,\n  "colour": 2\n}';
    expect(parseAgentProfile(text, origin).diagnostics[0]).toMatchObject({
      code: "profile.unknown-field",
      path: "colour",
      file: "file-name.json",
      line: 3,
      column: 3,
    });
  });

  test("accepts a byte order mark and CRLF", () => {
    const text = `\uFEFF${JSON.stringify(aProfile(), null, 2).replaceAll("\n", "\r\n")}`;
    expect(parseAgentProfile(text)).toMatchObject({ usable: true, profile: aProfile() });
  });

  test("is called after its file where it has no usable id", () => {
    for (const id of [undefined, 1, "", "../x", "a:b", "ü", "__proto__"]) {
      const parsed = parseAgentProfile(aProfile({ id }), origin);
      expect(parsed).toMatchObject({ usable: false, profile: { id: "file-name" } });
    }
    expect(parseAgentProfile(aProfile({ id: "constructor" }))).toMatchObject({ usable: true });
  });

  test("with a repeated key is usable and warned about", () => {
    const text = `{"thinkingLevel":"low",${JSON.stringify(aProfile()).slice(1)}`;
    const parsed = parseAgentProfile(text, origin);
    expect(parsed).toMatchObject({ usable: true, profile: { thinkingLevel: "high" } });
    expect(parsed.diagnostics[0]).toMatchObject({
      level: "warning",
      code: "json.duplicate-key",
      path: "thinkingLevel",
    });
  });
});

const anything = fc.oneof(
  fc.anything(),
  fc.string(),
  fc.json(),
  fc.record(
    {
      schemaVersion: fc.oneof(fc.constant(1), fc.jsonValue()),
      type: fc.oneof(fc.constant("pi-forge.agent-profile"), fc.jsonValue()),
      id: fc.oneof(fc.constantFrom("p", " q ", "a.b_c-d"), fc.jsonValue()),
      name: fc.oneof(fc.string(), fc.jsonValue()),
      autoActivate: fc.oneof(fc.boolean(), fc.jsonValue()),
      model: fc.oneof(fc.record({ provider: fc.string(), id: fc.string() }), fc.jsonValue()),
      thinkingLevel: fc.oneof(fc.constantFrom("off", "max"), fc.jsonValue()),
      promptStack: fc.oneof(fc.constant(null), fc.string(), fc.jsonValue()),
      __proto__: fc.jsonValue(),
    },
    { requiredKeys: [] },
  ),
);

test("reading, writing and reading again gives the same profile, and nothing throws", () => {
  fc.assert(
    fc.property(anything, (input) => {
      const first = parseAgentProfile(input, origin);
      expect(parseAgentProfile(serialiseAgentProfile(first.profile), origin).profile).toEqual(first.profile);
      if (first.usable) expect(parseAgentProfile(serialiseAgentProfile(first.profile), origin).usable).toBe(true);
    }),
    { numRuns: 300 },
  );
}, 30_000);
