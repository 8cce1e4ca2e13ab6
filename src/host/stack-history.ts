import type { JsonObject } from "../contract/json.ts";
import { type FieldReport, optionalOneOf, optionalStrings, own, shown } from "./field-report.ts";

const flags = ["includeLastUserMessage", "stripAssistantThinking", "includeSummaries"];
const counts = ["maxMessages", "maxChars"];

/** Options of the `chat-history` slot; they are kept as written. */
export function checkHistoryOptions(options: JsonObject, report: FieldReport): void {
  for (const key of flags) {
    const value = own(options, key);
    if (value === undefined || typeof value === "boolean") continue;
    report.warning("invalid-option", `"${key}" should be true or false, not ${shown(value)}; it is ignored.`, key);
  }
  optionalStrings(options, "roles", report);
  optionalOneOf(options, "toolMode", ["keep", "drop"], report);
  for (const key of counts) checkCount(options, key, 1, report);
}

/** A whole number, at least `least`. */
export function checkCount(options: JsonObject, key: string, least: 0 | 1, report: FieldReport): void {
  const value = own(options, key);
  if (value === undefined || (Number.isInteger(value) && Number(value) >= least)) return;
  const kind = least === 1 ? "positive whole number" : "whole number that is not negative";
  report.error("invalid-field", `"${key}" must be a ${kind}, not ${shown(value)}.`, key);
}
