import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { CompileRuntime } from "../../src/host/compile-input.ts";
import type { CompileMessage } from "../../src/host/compile-message.ts";
import { compilePromptStack } from "../../src/host/compile-stack.ts";
import { parsePromptStack } from "../../src/host/stack-codec.ts";
import { someRegistrations } from "../support/registrations.ts";

interface Vector {
  readonly name: string;
  readonly stack: {
    readonly items: readonly { readonly kind: string; readonly slot?: string; readonly enabled?: boolean }[];
  };
  readonly base: string;
  readonly runtime: CompileRuntime;
  readonly history: readonly CompileMessage[];
  readonly systemPrompt: string;
  readonly messages: readonly CompileMessage[];
  readonly systemDiagnostics: readonly object[];
  readonly messageDiagnostics: readonly object[];
}

const golden = (name: string) => JSON.parse(readFileSync(new URL(`../golden/${name}.json`, import.meta.url), "utf8"));
const vectors: Vector[] = golden("compile");
const exceptions: Record<string, string> = golden("exceptions").compile;
const wordedSlots = ["tools", "tool-guidelines", "skills", "project-context", "pi-docs"];

const shape = (each: { level?: string; itemId?: string }) => ({
  level: each.level,
  ...(each.itemId === undefined ? {} : { itemId: each.itemId }),
});

describe("what existing installs compile", () => {
  for (const vector of vectors.filter(({ name }) => !(name in exceptions))) {
    test(vector.name, () => {
      const { stack } = parsePromptStack(vector.stack);
      const compiled = compilePromptStack({ ...vector, stack, registrations: someRegistrations() });
      expect(compiled.systemDiagnostics.map(shape)).toEqual(vector.systemDiagnostics);
      expect(compiled.messageDiagnostics.map(shape)).toEqual(vector.messageDiagnostics);
      if (vector.stack.items.some((item) => wordedSlots.includes(item.slot ?? ""))) {
        expect(compiled.messages.map(({ role }) => role)).toEqual(vector.messages.map(({ role }) => role));
      } else {
        expect(compiled.messages).toEqual(vector.messages);
        expect(compiled.systemPrompt).toBe(vector.systemPrompt);
      }
    });
  }

  test.each(["constructor", "toString", "__proto__"])("decided otherwise: %s is inherited, and so no value", (name) => {
    const items = [{ kind: "block", id: "b", role: "system", content: `{{ parameters.${name} }}` }];
    const { stack } = parsePromptStack({ schemaVersion: 2, id: "t", parameters: {}, items });
    const runtime = { options: { cwd: "/p" }, latestUserMessage: "", now: "2026-03-04T05:06:07.089Z" };
    const compiled = compilePromptStack({ stack, base: "BASE", runtime });
    expect(compiled.systemDiagnostics.map(shape)).toEqual([{ level: "error", itemId: "b" }, { level: "warning" }]);
    expect(compiled.systemPrompt).toBe("BASE");
  });
});

describe("one compilation", () => {
  const block = (id: string, role: string, content: string) => ({ kind: "block", id, role, content });
  const runtime = { options: { cwd: "/p" }, latestUserMessage: "Fix it.", now: "2026-03-04T05:06:07.089Z" };
  const compile = (overrides: object, macros: Parameters<typeof someRegistrations>[0] = {}) =>
    compilePromptStack({
      stack: parsePromptStack({ schemaVersion: 2, id: "t", ...overrides }).stack,
      base: "",
      runtime,
      registrations: someRegistrations(macros),
    });

  test("runs a macro once for the system prompt and the messages", () => {
    let runs = 0;
    const counted = { name: "counted", render: () => `run ${++runs}` };
    const items = [block("s", "system", "{{ counted }}"), block("u", "user", "{{ extensions.counted }}")];
    const { systemPrompt, messages } = compile({ items }, { macros: [counted] });
    expect([systemPrompt, messages[0]?.content]).toEqual(["run 1", [{ type: "text", text: "run 1" }]]);
  });

  test("writes the task where a message asks for it", () => {
    const { messages } = compile({ items: [block("u", "user", "Again: {{ lastUserMessage }}")] });
    expect(messages[0]?.content).toEqual([{ type: "text", text: "Again: Fix it." }]);
  });

  test("applies the rules for what is compiled after macros and templates", () => {
    const rule = { id: "r", stage: "compiled", pattern: "Hello (\\w+)", replace: "Bye $1" };
    const items = [block("s", "system", "{{ extensions.hello }}")];
    const { systemPrompt } = compile({ parameters: { who: "Ada" }, regex: { rules: [rule] }, items });
    expect(systemPrompt).toBe("Bye Ada");
  });

  test("joins a base prompt before or after, and says when that is empty", () => {
    const items = [block("s", "system", "x")];
    const { stack } = parsePromptStack({ schemaVersion: 2, id: "t", mode: "append", items });
    expect(compilePromptStack({ stack, base: "BASE", runtime })).toMatchObject({ systemPrompt: "BASE\n\nx" });
    expect(compile({ mode: "prepend", items })).toMatchObject({
      systemPrompt: "x\n\n",
      systemDiagnostics: [{ level: "info", code: "stack.empty-base" }],
    });
  });
});
