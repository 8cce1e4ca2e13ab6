import { type Diagnostic, hasErrors } from "../contract/diagnostic.ts";
import { resourceIdPattern } from "../contract/identifiers.ts";
import type { JsonObject } from "../contract/json.ts";
import { type ModelReference, type ThinkingLevel, thinkingLevels } from "../contract/model.ts";
import type { AgentProfile } from "../contract/product/agent-profile.ts";
import { compact } from "./compact.ts";
import { type Origin, readDocument } from "./document.ts";
import {
  type FieldReport,
  fieldReport,
  isObject,
  optionalBoolean,
  optionalString,
  own,
  shown,
} from "./field-report.ts";

export interface ParsedProfile {
  /** Normalised; fields that could not be used hold the emptiest allowed value, so that a broken profile can still be listed. */
  readonly profile: AgentProfile;
  readonly usable: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

export const profileType = "pi-forge.agent-profile" as const;

const resourceId = new RegExp(resourceIdPattern);
const fields = [
  // Editors complete by it; it means nothing to us.
  "$schema",
  "schemaVersion",
  "type",
  "id",
  "name",
  "description",
  "autoActivate",
  "model",
  "thinkingLevel",
  "promptStack",
];

/** Reads JSON text or a value; never throws, and a profile with an error is not usable. */
export function parseAgentProfile(input: unknown, origin: Origin = {}): ParsedProfile {
  const document = readDocument(input, origin);
  const report = fieldReport({ noun: "profile", file: origin.file, locate: document.locate });
  const readable = document.value !== undefined;
  if (readable && !isObject(document.value)) {
    report.error("not-object", `A profile is an object, not ${shown(document.value)}.`);
  }
  const profile = isObject(document.value)
    ? readProfile(document.value, origin, report)
    : unreadableProfile(origin.fallbackId ?? "");
  const diagnostics = [...document.diagnostics, ...report.diagnostics];
  return { profile, usable: !hasErrors(diagnostics), diagnostics };
}

/** As files are written: two blanks, one newline at the end. */
export function serialiseAgentProfile(profile: AgentProfile): string {
  return `${JSON.stringify(profile, null, 2)}\n`;
}

/** What is listed for a file that says nothing usable. */
export function unreadableProfile(id: string): AgentProfile {
  const model = { provider: "", id: "" };
  return { schemaVersion: 1, type: profileType, id, model, thinkingLevel: "off", promptStack: null };
}

/** The fields in the order in which they are written back; problems come in the same order, unknown fields first. */
function readProfile(source: JsonObject, origin: Origin, report: FieldReport): AgentProfile {
  for (const key of Object.keys(source).filter((each) => !fields.includes(each))) {
    report.error("unknown-field", `A profile has no field "${key}"; remove it.`, key);
  }
  requireLiteral(source, "schemaVersion", 1, report);
  requireLiteral(source, "type", profileType, report);
  return compact({
    schemaVersion: 1 as const,
    type: profileType,
    id: readResourceId(source, origin, report),
    name: optionalString(source, "name", report),
    description: optionalString(source, "description", report),
    autoActivate: optionalBoolean(source, "autoActivate", report),
    model: readModel(source, report),
    thinkingLevel: readThinkingLevel(source, report),
    promptStack: readStackReference(source, report),
  });
}

function requireLiteral(source: JsonObject, key: string, literal: string | number, report: FieldReport): void {
  const value = own(source, key);
  if (value === literal) return;
  report.error("invalid-field", `"${key}" must be ${JSON.stringify(literal)}, not ${shown(value)}.`, key);
}

/** Shared with stacks: trimmed, and the file's base name where it cannot be used. */
export function readResourceId(source: JsonObject, origin: Origin, report: FieldReport): string {
  const value = own(source, "id");
  const id = typeof value === "string" ? value.trim() : "";
  if (resourceId.test(id)) return id;
  const rule = "use letters, digits, dots, underscores and hyphens, beginning with a letter or digit";
  if (value === undefined || id === "") report.error("missing-id", `An "id" is needed; ${rule}.`, "id");
  else report.error("invalid-id", `${shown(value)} is no id; ${rule}.`, "id");
  return origin.fallbackId ?? id;
}

function readModel(source: JsonObject, report: FieldReport): ModelReference {
  const value = own(source, "model");
  const model = isObject(value) ? value : {};
  if (!isObject(value)) {
    report.error("invalid-field", `"model" must be an object with provider and id, not ${shown(value)}.`, "model");
  }
  const inModel = report.within(["model"]);
  for (const key of Object.keys(model).filter((each) => each !== "provider" && each !== "id")) {
    inModel.error("unknown-field", `A model has no field "${key}"; remove it.`, key);
  }
  return { provider: readModelPart(model, "provider", inModel), id: readModelPart(model, "id", inModel) };
}

function readModelPart(model: JsonObject, key: string, report: FieldReport): string {
  const value = own(model, key);
  const text = typeof value === "string" ? value.trim() : "";
  if (text === "") report.error("invalid-field", `The model's "${key}" must be a text, not ${shown(value)}.`, key);
  return text;
}

function readThinkingLevel(source: JsonObject, report: FieldReport): ThinkingLevel {
  const value = own(source, "thinkingLevel");
  const level = thinkingLevels.find((each) => each === value);
  if (level !== undefined) return level;
  const message = `"thinkingLevel" must be one of ${thinkingLevels.join(", ")}, not ${shown(value)}.`;
  report.error("invalid-field", message, "thinkingLevel");
  return "off";
}

function readStackReference(source: JsonObject, report: FieldReport): string | null {
  const value = own(source, "promptStack");
  if (value === null) return null;
  const reference = typeof value === "string" ? value.trim() : "";
  if (reference !== "") return reference;
  report.error(
    "invalid-field",
    `"promptStack" must be the id of a stack, or null for none, not ${shown(value)}.`,
    "promptStack",
  );
  return null;
}
