import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../src/contract/json.ts";
import { compilePromptStack } from "../../src/host/compile-stack.ts";
import type { MacroRegistration, SlotRegistration } from "../../src/host/registrations.ts";
import { analyseTemplate } from "../../src/host/template-analyse.ts";
import { someRegistrations } from "../support/registrations.ts";

interface Given {
  readonly parameters?: JsonObject;
  readonly macros?: readonly MacroRegistration[];
  readonly slots?: readonly SlotRegistration[];
}

function rendered(content: string, { parameters = {}, ...extensions }: Given = {}) {
  const runtime = { options: { cwd: "/p" }, latestUserMessage: "task", now: "2026-03-04T05:06:07.089Z" };
  const items = [{ kind: "block" as const, id: "b", role: "system" as const, content }];
  const stack = { schemaVersion: 2 as const, id: "t", parameters, items };
  const registrations = someRegistrations(extensions);
  const { systemPrompt, systemDiagnostics } = compilePromptStack({ stack, base: "BASE", runtime, registrations });
  return { text: systemPrompt, errors: systemDiagnostics.filter(({ level }) => level === "error") };
}

function nested(depth: number): string {
  return `${"{% if parameters.a %}".repeat(depth)}x${"{% endif %}".repeat(depth)}`;
}

describe("a block", () => {
  test.each([
    ["{{ parameters . a }}", "A"],
    ["{{ a | | upper }}{{ parameters.a|lower }}", "Aa"],
    ["}} %} {# no comment #} {{ a }}", "}} %} {# no comment #} A"],
    ["{% if parameters.gone %}x{% else %}y{% endif %}", "y"],
    ['{% if a == "A" %}{% if parameters.n == "5" %}both{% endif %}{% endif %}', "both"],
    [`{% if q == "it's \\"%}\\"" %}quoted{% endif %}`, "quoted"],
    ["{{ parameters.o | upper }} {{ parameters.l | lower }}", "[OBJECT OBJECT] 1,2"],
    ["{{ parameters.__proto__ }}", "own"],
    [nested(64), "x"],
  ])("%s renders", (content, text) => {
    const parameters: JsonObject = JSON.parse(
      `{"a":"A","n":5,"o":{"toString":1},"l":[1,2],"q":"it's \\"%}\\"","__proto__":"own"}`,
    );
    expect(rendered(content, { parameters })).toEqual({ text, errors: [] });
  });

  test.each([
    "a {{ parameters.constructor }} b",
    "{{ parameters.toString }}",
    "{{ parameters.a.length }}",
    "{{ runtime }}",
    "{{ other.path }}",
    "{{ a",
    "{% if a %}",
    "{% else %}",
    "{% endif %}",
    "{% %}",
    "{% if %}x{% endif %}",
    "{% if a %}x{% else %}y{% else %}z{% endif %}",
    "{% for a in b %}",
    "{% if parameters.gone == 'x' %}x{% endif %}",
    "{% if a %}x{% else %}{{ a | nope }}{% endif %}",
    nested(65),
    `${"x".repeat(100_001)}`,
  ])("%s is dropped whole, with one error", (content) => {
    const { text, errors } = rendered(content, { parameters: { a: "A" } });
    expect(text).toBe("BASE");
    expect(errors).toMatchObject([{ code: "block.failed", itemId: "b" }]);
  });

  test("never makes compilation throw, whatever it holds", () => {
    const piece = fc.constantFrom(
      "{{",
      "}}",
      "{%",
      "%}",
      "if ",
      "else",
      "endif",
      "a",
      ".",
      "|",
      " == ",
      '"',
      "\\",
      " ",
      "\n",
    );
    const source = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(piece, { maxLength: 40 }).map((all) => all.join("")),
    );
    fc.assert(
      fc.property(source, fc.dictionary(fc.string(), fc.jsonValue()), (content, given) => {
        const parameters = given as Record<string, JsonValue>;
        expect(rendered(content, { parameters })).toEqual(rendered(content, { parameters }));
        const { diagnostics } = analyseTemplate(content);
        if (diagnostics.length > 0) expect(rendered(content, { parameters }).text).toBe("BASE");
      }),
      { numRuns: 400 },
    );
  });
});

describe("a custom macro", () => {
  const macro = (name: string, render: MacroRegistration["render"], ...dependencies: string[]): MacroRegistration => ({
    name,
    render,
    dependencies: dependencies.map((each) => `extensions.${each}`),
  });

  test("runs once in a compilation, and only where its branch is taken", () => {
    let runs = 0;
    const counted = macro("counted", () => `${++runs}`);
    expect(rendered("{{ extensions.counted }}{{ counted }}", { macros: [counted] }).text).toBe("11");
    expect(rendered("{% if parameters.no %}{{ counted }}{% else %}y{% endif %}", { macros: [counted] }).text).toBe("y");
    expect(runs).toBe(1);
  });

  test.each([
    [
      "throws",
      macro("bad", () => {
        throw new Error("no");
      }),
    ],
    [
      "throws no error",
      macro("bad", () => {
        throw undefined;
      }),
    ],
    ["gives a promise", macro("bad", () => Promise.resolve("x"))],
    ["gives too much", macro("bad", () => "x".repeat(16_385))],
    ["needs one that is missing", macro("bad", () => "x", "missing")],
    ["is in a cycle with itself", macro("bad", () => "x", "bad")],
    [
      "changes what it is shown",
      macro("bad", ({ env }) => {
        Object.assign(env, { runtime: {} });
        return "x";
      }),
    ],
  ])("that %s drops the block", (_, bad) => {
    const { text, errors } = rendered("a {{ extensions.bad }}", { macros: [bad] });
    expect({ text, errors: errors.length }).toEqual({ text: "BASE", errors: 1 });
  });

  test("in a cycle drops the block even where it is not reached", () => {
    expect(rendered("{% if parameters.no %}{{ loopA }}{% endif %}x").errors).toHaveLength(1);
  });

  test("may depend on others 32 deep and no deeper", () => {
    const chain = (length: number) =>
      Array.from({ length }, (_, index) =>
        macro(`m${index}`, () => "v", ...(index + 1 < length ? [`m${index + 1}`] : [])),
      );
    expect(rendered("{{ m0 }}", { macros: chain(32) }).text).toBe("v");
    expect(rendered("{{ m0 }}", { macros: chain(34) }).errors).toHaveLength(1);
  });
});

describe("a custom slot", () => {
  function slotted(render: SlotRegistration["render"], dependencies: readonly string[] = []) {
    const runtime = { options: { cwd: "/p" }, latestUserMessage: "", now: "2026-03-04T05:06:07.089Z" };
    const item = { kind: "slot" as const, id: "s", role: "system" as const, slot: "mine", options: { o: 1 } };
    const registrations = someRegistrations({ slots: [{ name: "mine", dependencies, render }] });
    const stack = { schemaVersion: 2 as const, id: "t", parameters: { who: "Ada" }, items: [item] };
    const { systemPrompt, systemDiagnostics } = compilePromptStack({ stack, base: "", runtime, registrations });
    return { text: systemPrompt, codes: systemDiagnostics.map(({ code }) => code) };
  }

  test("gets its options, helpers and what it depends on", () => {
    const render: SlotRegistration["render"] = ({ options, env, helpers }) =>
      helpers.escapeXml(`<${options.o}> ${JSON.stringify(env.extensions)}`);
    expect(slotted(render, ["extensions.hello"])).toEqual({
      text: "&lt;1&gt; {&quot;hello&quot;:&quot;Hello Ada&quot;}",
      codes: [],
    });
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("no");
      },
      [],
    ],
    ["gives no text", () => 1, []],
    ["gives too much", () => "x".repeat(16_385), []],
    ["depends on what fails", () => "x", ["extensions.loopA"]],
  ] satisfies [string, SlotRegistration["render"], string[]][])(
    "that %s stays empty, with an error",
    (_, render, needs) => {
      expect(slotted(render, needs)).toEqual({ text: "", codes: ["slot.failed", "system.failed"] });
    },
  );
});
