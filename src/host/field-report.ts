import type { Diagnostic } from "../contract/diagnostic.ts";
import type { JsonObject, JsonValue } from "../contract/json.ts";
import type { JsonPath } from "../files/parse-json.ts";
import type { TextPosition } from "../files/text-position.ts";

/** Collects what is wrong with the fields of one file, each with its place. */
export interface FieldReport {
  readonly diagnostics: Diagnostic[];
  error(problem: string, message: string, ...path: JsonPath): void;
  warning(problem: string, message: string, ...path: JsonPath): void;
  info(problem: string, message: string, ...path: JsonPath): void;
  /** The same report seen from a nested value; with a label, everything below it is shown under that one path. */
  within(path: JsonPath, label?: string): FieldReport;
}

interface ReportedFile {
  /** First half of every code. */
  readonly noun: "profile" | "stack";
  readonly file: string | undefined;
  locate(path: JsonPath): TextPosition | undefined;
}

export function fieldReport(reported: ReportedFile): FieldReport {
  return reportAt(reported, [], [], undefined);
}

function reportAt(reported: ReportedFile, diagnostics: Diagnostic[], base: JsonPath, label?: string): FieldReport {
  const add = (level: Diagnostic["level"], problem: string, message: string, path: JsonPath) => {
    const full = [...base, ...path];
    const shown = label ?? full.join(".");
    diagnostics.push({
      level,
      code: `${reported.noun}.${problem}`,
      message,
      ...(shown === "" ? {} : { path: shown }),
      ...(reported.file === undefined ? {} : { file: reported.file }),
      ...reported.locate(full),
    });
  };
  return {
    diagnostics,
    error: (problem, message, ...path) => add("error", problem, message, path),
    warning: (problem, message, ...path) => add("warning", problem, message, path),
    info: (problem, message, ...path) => add("info", problem, message, path),
    within: (path, inner) => reportAt(reported, diagnostics, [...base, ...path], inner ?? label),
  };
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** The own property only: `constructor` and the like are ordinary, absent names. */
export function own(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

export function optionalString(object: JsonObject, key: string, report: FieldReport): string | undefined {
  const value = own(object, key);
  if (value === undefined || typeof value === "string") return value;
  report.error("invalid-field", `"${key}" must be a string, not ${shown(value)}.`, key);
  return undefined;
}

export function optionalBoolean(object: JsonObject, key: string, report: FieldReport): boolean | undefined {
  const value = own(object, key);
  if (value === undefined || typeof value === "boolean") return value;
  report.error("invalid-field", `"${key}" must be true or false, not ${shown(value)}.`, key);
  return undefined;
}

export function optionalObject(object: JsonObject, key: string, report: FieldReport): JsonObject | undefined {
  const value = own(object, key);
  if (value === undefined || isObject(value)) return value;
  report.error("invalid-field", `"${key}" must be an object, not ${shown(value)}.`, key);
  return undefined;
}

export function optionalStrings(object: JsonObject, key: string, report: FieldReport): string[] | undefined {
  const value = own(object, key);
  if (value === undefined) return undefined;
  const strings = isList(value) ? value.filter((each) => typeof each === "string") : [];
  if (isList(value) && strings.length === value.length) return strings;
  report.error("invalid-field", `"${key}" must be a list of strings, not ${shown(value)}.`, key);
  return undefined;
}

export function optionalOneOf<T extends string>(
  object: JsonObject,
  key: string,
  allowed: readonly T[],
  report: FieldReport,
): T | undefined {
  const value = own(object, key);
  const found = allowed.find((each) => each === value);
  if (value === undefined || found !== undefined) return found;
  report.error("invalid-field", `"${key}" must be one of ${allowed.join(", ")}, not ${shown(value)}.`, key);
  return undefined;
}

/** A value inside a message, kept short. */
export function shown(value: JsonValue | undefined): string {
  if (value === undefined) return "absent";
  if (isList(value)) return "a list";
  if (isObject(value)) return "an object";
  const text = JSON.stringify(value);
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}
