import type { JsonObject, JsonValue } from "../contract/json.ts";
import type { PromptStack } from "../contract/product/prompt-stack.ts";
import {
  type FieldReport,
  isList,
  isObject,
  optionalBoolean,
  optionalObject,
  optionalOneOf,
  optionalString,
  optionalStrings,
  own,
  shown,
} from "./field-report.ts";
import { checkCount } from "./stack-history.ts";

type RegexSettings = NonNullable<PromptStack["regex"]>;

const allowedFlags = "gimsu";
/** Placeholders of other programs; here they are plain text. */
const foreignToken = /\{\{\s*(?:match|user|char)\s*\}\}/i;

/** Kept whole when every rule is in order, fields we do not know included. */
export function readRegex(source: JsonObject, report: FieldReport): RegexSettings | undefined {
  const regex = optionalObject(source, "regex", report);
  return regex && isRegexSettings(regex, report.within(["regex"])) ? regex : undefined;
}

function isRegexSettings(regex: JsonObject, report: FieldReport): regex is RegexSettings & JsonObject {
  const version = own(regex, "schemaVersion");
  const versionKnown = version === undefined || version === 1;
  if (!versionKnown)
    report.error("invalid-field", `"schemaVersion" of regex must be 1, not ${shown(version)}.`, "schemaVersion");
  const rules = own(regex, "rules");
  if (!isList(rules)) {
    report.error("invalid-field", `"rules" must be a list, not ${shown(rules)}.`, "rules");
    return false;
  }
  const seen = new Set<string>();
  const inOrder = rules.map((rule, index) => checkRule(rule, seen, report.within(["rules", index])));
  return versionKnown && inOrder.every(Boolean);
}

function checkRule(rule: JsonValue, seen: Set<string>, report: FieldReport): boolean {
  const before = errorCount(report);
  if (!isObject(rule)) {
    report.error("invalid-rule", `A regex rule must be an object, not ${shown(rule)}.`);
    return false;
  }
  checkId(rule, seen, report);
  optionalString(rule, "name", report);
  optionalBoolean(rule, "enabled", report);
  checkStage(rule, report);
  checkPattern(rule, report);
  checkReplacement(rule, report);
  optionalStrings(rule, "trimStrings", report);
  optionalStrings(rule, "roles", report);
  for (const key of ["maxMessages", "maxChars"]) checkCount(rule, key, 1, report);
  for (const key of ["minDepth", "maxDepth"]) checkCount(rule, key, 0, report);
  checkDepths(rule, report);
  optionalObject(rule, "source", report);
  return errorCount(report) === before;
}

function errorCount(report: FieldReport): number {
  return report.diagnostics.filter((each) => each.level === "error").length;
}

function checkId(rule: JsonObject, seen: Set<string>, report: FieldReport): void {
  const id = own(rule, "id");
  if (typeof id !== "string" || id.trim() === "") {
    report.error("invalid-rule", `A regex rule's "id" must be a text, not ${shown(id)}.`, "id");
    return;
  }
  if (seen.has(id))
    report.error("duplicate-rule", `The regex rule "${id}" is there twice; give each its own id.`, "id");
  seen.add(id);
}

/** A finalize rule rewrites stored answers of a parent session; a delegated run never applies it. */
function checkStage(rule: JsonObject, report: FieldReport): void {
  if (own(rule, "stage") === undefined) report.error("invalid-rule", `A regex rule needs a "stage".`, "stage");
  const stage = optionalOneOf(rule, "stage", ["history", "compiled"], report);
  const effect = optionalOneOf(rule, "effect", ["outgoing", "finalize"], report);
  const targets = optionalStrings(rule, "targets", report);
  for (const target of targets ?? []) {
    if (target === "system" || target === "messages") continue;
    report.error("invalid-rule", `"${target}" is no target; use system or messages.`, "targets");
  }
  if (effect !== "finalize") return;
  if (stage === "history") report.error("invalid-rule", `A finalize rule needs the stage "compiled".`, "stage");
  if (targets === undefined || targets.includes("system")) {
    const message = `A finalize rule rewrites messages only; say "targets": ["messages"].`;
    report.warning("finalize-target", message, "targets");
  }
}

function checkPattern(rule: JsonObject, report: FieldReport): void {
  const pattern = own(rule, "pattern");
  const flags = optionalString(rule, "flags", report) ?? "";
  const flagsKnown = [...flags].every((flag, index) => allowedFlags.includes(flag) && flags.indexOf(flag) === index);
  if (!flagsKnown)
    report.error("invalid-rule", `The flags "${flags}" must be among ${allowedFlags}, each once.`, "flags");
  if (typeof pattern !== "string") {
    report.error("invalid-rule", `A regex rule's "pattern" must be a text, not ${shown(pattern)}.`, "pattern");
    return;
  }
  try {
    new RegExp(pattern, flagsKnown ? flags : "");
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : "it does not compile";
    report.error("invalid-rule", `The pattern cannot be used: ${reason}.`, "pattern");
  }
}

function checkReplacement(rule: JsonObject, report: FieldReport): void {
  const replace = optionalString(rule, "replace", report);
  const pattern = own(rule, "pattern");
  for (const [key, text] of Object.entries({ pattern, replace })) {
    if (typeof text !== "string" || !foreignToken.test(text)) continue;
    report.warning(
      "foreign-token",
      `"${key}" holds a placeholder of another program; here it is plain text, use $0.`,
      key,
    );
  }
}

function checkDepths(rule: JsonObject, report: FieldReport): void {
  const [least, most] = [own(rule, "minDepth"), own(rule, "maxDepth")];
  if (typeof least === "number" && typeof most === "number" && least > most) {
    report.error("invalid-rule", `"minDepth" ${least} is more than "maxDepth" ${most}.`, "minDepth");
  }
}
