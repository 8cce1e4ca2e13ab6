import { type Diagnostic, hasErrors } from "../contract/diagnostic.ts";
import type { JsonObject, JsonValue } from "../contract/json.ts";
import type { PromptStack } from "../contract/product/prompt-stack.ts";
import { compact } from "./compact.ts";
import { type Origin, readDocument } from "./document.ts";
import {
  type FieldReport,
  fieldReport,
  isObject,
  optionalBoolean,
  optionalObject,
  optionalOneOf,
  optionalString,
  own,
  shown,
} from "./field-report.ts";
import { readResourceId } from "./profile-codec.ts";
import { readItems } from "./stack-items.ts";
import { reportNonFinite } from "./stack-numbers.ts";
import { readPolicy } from "./stack-policy.ts";
import { readRegex } from "./stack-rules.ts";
import { reportUsage } from "./stack-usage.ts";

export interface ParsedStack {
  /** Normalised: unknown fields are gone, what could not be used is left out. */
  readonly stack: PromptStack;
  readonly usable: boolean;
  /** What concerns one item has the path `items.<item id>`. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface StackOptions {
  /** Names of custom slots that trusted modules registered. */
  readonly customSlots?: Iterable<string>;
}

const stackType = "pi-forge.prompt-stack" as const;

/** Reads JSON text or a value; never throws, and a stack with an error is not usable. */
export function parsePromptStack(input: unknown, origin: Origin = {}, options: StackOptions = {}): ParsedStack {
  const document = readDocument(input, origin);
  const report = fieldReport({ noun: "stack", file: origin.file, locate: document.locate });
  const { value } = document;
  if (value !== undefined && !isObject(value)) {
    report.error("not-object", `A prompt stack is an object, not ${shown(value)}.`);
  }
  const stack = isObject(value) ? readStack(value, origin, report, options) : unreadableStack(origin.fallbackId ?? "");
  const diagnostics = [...document.diagnostics, ...report.diagnostics];
  return { stack, usable: !hasErrors(diagnostics), diagnostics };
}

/** As files are written: two blanks, one newline at the end. */
export function serialisePromptStack(stack: PromptStack): string {
  return `${JSON.stringify(stack, null, 2)}\n`;
}

function unreadableStack(id: string): PromptStack {
  return { schemaVersion: 1, id, items: [] };
}

function readStack(source: JsonObject, origin: Origin, report: FieldReport, options: StackOptions): PromptStack {
  const schemaVersion = readSchemaVersion(source, report);
  const stack: PromptStack = compact({
    schemaVersion,
    type: readType(source, report),
    id: readResourceId(source, origin, report),
    name: optionalString(source, "name", report),
    description: optionalString(source, "description", report),
    autoActivate: optionalBoolean(source, "autoActivate", report),
    mode: optionalOneOf(source, "mode", ["replace", "append", "prepend"] as const, report),
    defaults: readDefaults(source, report),
    context: readContext(source, report),
    tools: readPolicy(source, "tools", report),
    skills: readPolicy(source, "skills", report),
    ...readValues(source, schemaVersion, report),
    regex: readRegex(source, report),
    items: readItems(source, report),
    import: optionalObject(source, "import", report),
  });
  reportState(source, report);
  reportNonFinite(stack, report);
  reportUsage(stack, report, new Set(options.customSlots));
  return stack;
}

function readSchemaVersion(source: JsonObject, report: FieldReport): 1 | 2 {
  const value = own(source, "schemaVersion");
  if (value === undefined || value === 1) return 1;
  if (value === 2) return 2;
  report.warning(
    "unknown-version",
    `"schemaVersion" is ${shown(value)}; the file is read as version 1.`,
    "schemaVersion",
  );
  return 1;
}

function readType(source: JsonObject, report: FieldReport): typeof stackType | undefined {
  const value = own(source, "type");
  if (value === undefined || value === stackType) return value;
  report.error("invalid-field", `"type" must be "${stackType}" or absent, not ${shown(value)}.`, "type");
  return undefined;
}

/** `unresolvedMacroPolicy` is checked as existing installs check it; an unknown macro is an error all the same. */
function readDefaults(source: JsonObject, report: FieldReport): JsonObject | undefined {
  const defaults = optionalObject(source, "defaults", report);
  if (!defaults) return undefined;
  const inDefaults = report.within(["defaults"]);
  optionalBoolean(defaults, "syntheticMessagesVisible", inDefaults);
  optionalOneOf(defaults, "unresolvedMacroPolicy", ["warn", "keep", "error"], inDefaults);
  return defaults;
}

function readContext(source: JsonObject, report: FieldReport): JsonObject | undefined {
  const context = optionalObject(source, "context", report);
  if (context) optionalBoolean(context, "allowDuplicateChatHistory", report.within(["context"]));
  return context;
}

/** Version 1 has text `variables`, version 2 has JSON `parameters`; the other one is ignored. */
function readValues(
  source: JsonObject,
  version: 1 | 2,
  report: FieldReport,
): Pick<PromptStack, "variables" | "parameters"> {
  const ignored = version === 1 ? "parameters" : "variables";
  if (own(source, ignored) !== undefined) {
    const message = `"${ignored}" means nothing in a stack of version ${version} and is ignored; use "${version === 1 ? "variables" : "parameters"}".`;
    report.warning("ignored-field", message, ignored);
  }
  if (version === 1) return readVariables(source, report);
  const parameters = optionalObject(source, "parameters", report);
  return parameters ? { parameters } : {};
}

function readVariables(source: JsonObject, report: FieldReport): Pick<PromptStack, "variables"> {
  const variables = optionalObject(source, "variables", report);
  if (!variables) return {};
  const texts: [string, string][] = [];
  for (const [name, value] of Object.entries(variables)) {
    if (typeof value === "string") texts.push([name, value]);
    else
      report.error("invalid-field", `The variable "${name}" must be a string, not ${shown(value)}.`, "variables", name);
  }
  // `fromEntries` makes `__proto__` an own key like any other.
  return { variables: Object.fromEntries(texts) };
}

function reportState(source: JsonObject, report: FieldReport): void {
  if (isEmpty(own(source, "state"))) return;
  report.info("ignored-field", `"state" is no longer supported and is ignored.`, "state");
}

function isEmpty(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || (typeof value === "object" && Object.keys(value).length === 0);
}
