import type { JsonObject, JsonValue } from "../contract/json.ts";
import type { PromptStack } from "../contract/product/prompt-stack.ts";
import type { CompileRuntime } from "./compile-input.ts";

/** Values for `runtime.…`. */
export function runtimeValues(
  stack: PromptStack,
  runtime: CompileRuntime,
  selectedTools: readonly string[],
): JsonObject {
  const { date, time } = localClock(runtime.now);
  const slots = stack.items.flatMap((item) => (item.kind === "slot" && item.enabled !== false ? [item.slot] : []));
  return {
    cwd: runtime.options.cwd,
    date,
    time,
    lastUserMessage: runtime.latestUserMessage,
    selectedTools,
    selectedToolsText: selectedTools.join(", "),
    activeModel: runtime.model ? `${runtime.model.provider}/${runtime.model.id}` : "",
    populatedAt: runtime.now,
    timezone: "local",
    tool: present(selectedTools),
    slot: present(slots),
  };
}

/** Values for `parameters.…`: the stack's own, under the name of its schema version. */
export function parameterValues(stack: PromptStack): JsonObject {
  return (stack.schemaVersion === 2 ? stack.parameters : stack.variables) ?? {};
}

/** What a bare name means when no parameter has it. */
const aliases: ReadonlyMap<string, string> = new Map([
  ["cwd", "cwd"],
  ["date", "date"],
  ["time", "time"],
  ["lastUserMessage", "lastUserMessage"],
  ["selectedTools", "selectedToolsText"],
  ["tools", "selectedToolsText"],
  ["activeModel", "activeModel"],
]);

export function runtimeAlias(name: string): string | undefined {
  return aliases.get(name);
}

export function localClock(now: string): { date: string; time: string } {
  const at = new Date(now);
  const two = (value: number) => String(value).padStart(2, "0");
  const year = String(at.getFullYear()).padStart(4, "0");
  return {
    date: `${year}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    time: `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`,
  };
}

function present(names: readonly string[]): Readonly<Record<string, true>> {
  return Object.fromEntries(names.map((name) => [name, true]));
}

/** An own property, or undefined: inherited ones are no values. */
export function ownValue(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}
