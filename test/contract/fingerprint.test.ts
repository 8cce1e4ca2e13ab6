import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CanonicalForm, canonicalForm, canonicalJson } from "../../src/contract/canonical-json.ts";
import { fingerprint } from "../../src/contract/fingerprint.ts";
import { sameJson } from "../../src/contract/same-json.ts";

interface Vector {
  readonly name: string;
  readonly input?: unknown;
  readonly inputJs?: string;
  readonly canonical?: string;
  readonly fingerprint?: string;
}

const vectors: readonly Vector[] = JSON.parse(
  readFileSync(new URL("../golden/fingerprints.json", import.meta.url), "utf8"),
);

const circular: unknown[] = [1];
circular.push({ deep: circular });
const special: Record<string, unknown> = {
  "error-cycle-array": circular,
  "non-enumerable-ignored": Object.defineProperty({ a: 1 }, "hidden", { value: 2 }),
};

function subject(vector: Vector): unknown {
  if (vector.name in special) return special[vector.name];
  if (vector.inputJs !== undefined) return new Function(`return (${vector.inputJs});`)();
  if (vector.name === "domain-stack-normalised") return JSON.parse(vector.canonical ?? "");
  if (vector.name !== "domain-prompt-runtime-self-excluding") return vector.input;
  const { promptRuntimeFingerprint: _, ...rest } = Object(vector.input);
  return rest;
}

describe("the fingerprints that other installs compute", () => {
  test.each(vectors)("$name", (vector) => {
    if (vector.canonical === undefined) {
      expect(() => canonicalJson(subject(vector))).toThrow(TypeError);
      return;
    }
    expect(canonicalJson(subject(vector))).toBe(vector.canonical);
    expect(fingerprint(subject(vector))).toBe(vector.fingerprint);
  });
});

test("a refusal names the path of what is not JSON", () => {
  const sparse = [1];
  sparse[2] = 2;
  expect(() => canonicalJson(sparse)).toThrow("$[1]");
  expect(() => canonicalJson({ a: { "b c": [undefined] } })).toThrow('$.a["b c"][0]');
  expect(() => canonicalJson({ at: new Date(0) })).toThrow("$.at");
});

test("a value that appears twice is not a cycle", () => {
  const shared = { a: 1 };
  expect(canonicalJson([shared, shared])).toBe('[{"a":1},{"a":1}]');
});

test("a toJSON method is refused, never called", () => {
  expect(() => canonicalJson({ toJSON: () => 1 })).toThrow("$.toJSON");
});

function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, field]) => [key, reordered(field)]),
  );
}

test("key order never changes a fingerprint", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(fingerprint(reordered(value))).toBe(fingerprint(value));
    }),
  );
});

test("two values share a canonical text only when they are equal", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 2 }), fc.jsonValue({ maxDepth: 2 }), (one, other) => {
      const same = canonicalJson(one) === canonicalJson(other);
      expect(same).toBe(JSON.stringify(reordered(sorted(one))) === JSON.stringify(reordered(sorted(other))));
    }),
  );
});

test("keys that look like array indexes are sorted as texts, however deep they are", () => {
  expect(canonicalJson({ b: [{ "10": 1, "9": 2, a: 3 }], "2": 0, "10": 0 })).toBe(
    '{"10":0,"2":0,"b":[{"10":1,"9":2,"a":3}]}',
  );
});

test("a copy is equal, in canonical order, and shares no object", () => {
  const value = JSON.parse('{"z":[{"b":1}],"__proto__":{"x":1},"a":-0}');
  const { copy } = canonicalForm(value);
  expect(JSON.stringify(copy)).toBe('{"__proto__":{"x":1},"a":0,"z":[{"b":1}]}');
  expect(sameJson(copy, value)).toBe(true);
  value.z[0].b = 2;
  expect(sameJson(copy, value)).toBe(false);
});

test("a long value has the fingerprint of its text, seen before or not, and a changed character changes it", () => {
  const long = (last: string) => ({ b: "x".repeat(20_000) + last, a: [1, { c: "y" }] });
  const computed = (value: unknown) =>
    `sha256:v1:${createHash("sha256").update(canonicalJson(value), "utf8").digest("hex")}`;
  for (const value of [long("1"), long("2"), long("1"), { ...long("1"), a: [1, { d: "y" }] }, long("2")]) {
    expect(fingerprint(value)).toBe(computed(value));
  }
});

test("a text in pieces is the same text, wherever pairs, lone halves and escapes fall", () => {
  const tail = fc.array(fc.constantFrom("\u{1f98a}", "\ud83e", "\udd8a", '"', "\n", "\u2028", "é", "a"), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 8_186, max: 8_194 }),
      tail,
      fc.integer({ min: 0, max: 17_000 }),
      (head, middle, rest) => {
        const long = "x".repeat(head) + middle.join("") + "\u{1f98a}".repeat(rest);
        const form = canonicalForm({ "10": long, "9": [long, { b: null, a: true }, ""], z: long.slice(1) });
        const pieces = piecesOf(form);
        expect(Buffer.concat(pieces).toString()).toBe(form.text());
        expect(JSON.parse(form.text())).toEqual(form.copy);
        expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(24 * 1024);
      },
    ),
  );
});

test("every character of a long text is written as JSON.stringify writes it", () => {
  const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).join("");
  for (const text of [
    all,
    all.repeat(2).slice(0xdc00),
    "\ufeff".repeat(30_000),
    "\u0000".repeat(30_000),
    "\udd8a".repeat(9_000),
  ]) {
    const form = canonicalForm({ b: text, a: [text] });
    expect(Buffer.concat(piecesOf(form)).toString() === JSON.stringify(form.copy)).toBe(true);
    const read: unknown = JSON.parse(canonicalJson({ "10": text, "9": [text] }));
    expect(JSON.stringify(read) === JSON.stringify({ "10": text, "9": [text] })).toBe(true);
  }
});

test("two values are the same exactly when their canonical texts are", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 2 }), fc.jsonValue({ maxDepth: 2 }), (one, other) => {
      expect(sameJson(one, other)).toBe(canonicalJson(one) === canonicalJson(other));
      expect(sameJson(one, reordered(one))).toBe(true);
    }),
  );
  expect(sameJson({ a: undefined }, {})).toBe(true);
  expect(sameJson([undefined], [undefined])).toBe(false);
  expect(sameJson({ length: 0 }, [])).toBe(false);
});

test("the canonical text reads back as the value", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, field]) => [key, sorted(field)]),
  );
}

const aWholeProfile = {
  schemaVersion: 1,
  type: "pi-forge.agent-profile",
  id: "p",
  name: "P",
  description: "Reads.",
  autoActivate: false,
  model: { provider: "a", id: "b" },
  thinkingLevel: "high",
  promptStack: "s",
};
const aWholeStack = {
  schemaVersion: 2,
  type: "pi-forge.prompt-stack",
  id: "s",
  mode: "append",
  defaults: { syntheticMessagesVisible: true },
  context: { allowDuplicateChatHistory: false },
  tools: { allow: ["read", "gr*"] },
  skills: { deny: [] },
  parameters: { team: "A", deep: [1, { x: null }] },
  regex: { rules: [{ id: "r", stage: "compiled", pattern: "a", flags: "g", replace: "" }] },
  items: [
    { kind: "block", id: "b", enabled: true, role: "system", tags: ["t"], content: "x" },
    { kind: "slot", id: "h", slot: "chat-history", options: { maxMessages: 3 } },
  ],
  import: { from: "elsewhere" },
};

type Path = readonly (string | number)[];

function pathsIn(value: unknown, at: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [at];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [at, ...entries.flatMap(([key, each]) => pathsIn(each, [...at, key]))];
}

/** A copy with the value at one place replaced, or taken out. */
function changedAt(value: unknown, [key, ...rest]: Path, change: (old: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  const entries = Object.entries(Object(value)).flatMap(([each, old]) => {
    const next = each === String(key) ? changedAt(old, rest, change) : old;
    return next === undefined ? [] : [[each, next] as const];
  });
  return Array.isArray(value) ? entries.map(([, each]) => each) : Object.fromEntries(entries);
}

test.each([
  ["profile", aWholeProfile],
  ["stack", aWholeStack],
])("any change to a value of a %s changes its fingerprint", (_kind, whole) => {
  const original = fingerprint(whole);
  const place = fc.constantFrom(...pathsIn(whole).slice(1));
  fc.assert(
    fc.property(place, fc.jsonValue(), fc.string(), (path, replacement, key) => {
      const replaced = changedAt(whole, path, () => replacement);
      expect(fingerprint(replaced) === original).toBe(canonicalJson(replaced) === canonicalJson(whole));
      expect(fingerprint(changedAt(whole, path, () => undefined))).not.toBe(original);
      expect(fingerprint({ ...whole, [`x${key}`]: replacement })).not.toBe(original);
    }),
  );
});

function piecesOf(form: CanonicalForm): Buffer[] {
  const pieces: Buffer[] = [];
  form.write((piece) => pieces.push(Buffer.from(piece)));
  return pieces;
}
