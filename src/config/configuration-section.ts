import { type Diagnostic, error, warning } from "../contract/diagnostic.ts";
import type { Scope } from "../contract/identifiers.ts";
import type { JsonObject, JsonValue } from "../contract/json.ts";
import { type JsonPath, type ParsedJson, parseJsonText } from "../files/parse-json.ts";
import { readText } from "../files/read-text.ts";

export const maxConfigurationBytes = 1024 * 1024;

export interface ConfigurationFile {
  readonly file: string;
  readonly scope: Scope;
  /** The section `subagents` of the main configuration, which existing installs still read. */
  readonly legacy: boolean;
}

/** One object that holds delegation settings, and how to speak of its places. */
export interface ConfigurationSection extends ConfigurationFile {
  readonly values: JsonObject;
  /** True when the key at `path`, or one above it, is written more than once: nobody can tell which was meant. */
  ambiguous(path: JsonPath): boolean;
  where(path: JsonPath): Pick<Diagnostic, "path" | "file" | "line" | "column">;
}

interface SectionReading {
  readonly section?: ConfigurationSection;
  readonly diagnostics: readonly Diagnostic[];
  /** The file is there, readable or not. */
  readonly exists: boolean;
}

const legacyKey = "subagents";

/** No file, or a main configuration without the section, is nothing; anything unusable is named and grants nothing. */
export function readSection(source: ConfigurationFile): SectionReading {
  const { file } = source;
  const text = readText(file, { maxBytes: maxConfigurationBytes });
  if (!text.ok) {
    const missing = text.diagnostics.some((each) => each.code === "file.missing");
    return missing ? nothing : { exists: true, diagnostics: text.diagnostics };
  }
  const parsed = parseJsonText(text.value, { file });
  if (parsed.value === undefined) return { exists: true, diagnostics: parsed.diagnostics.map(asConfiguration) };
  return source.legacy ? legacySection(source, parsed) : sectionAt(source, parsed, parsed.value, []);
}

const nothing: SectionReading = { exists: false, diagnostics: [] };

function legacySection(source: ConfigurationFile, parsed: ParsedJson): SectionReading {
  const root = parsed.value;
  // The rest of the main configuration is not ours to judge.
  if (!isObject(root) || !Object.hasOwn(root, legacyKey)) return nothing;
  const reading = sectionAt(source, parsed, root[legacyKey] ?? null, [legacyKey]);
  if (!reading.section) return reading;
  const message = `"${source.file}" still holds "${legacyKey}"; move it to subagents.json beside it.`;
  const moved = warning("config.legacy", message, placeOf(source.file, parsed, [legacyKey]));
  return { ...reading, diagnostics: [moved, ...reading.diagnostics] };
}

function sectionAt(source: ConfigurationFile, parsed: ParsedJson, value: JsonValue, base: JsonPath): SectionReading {
  if (!isObject(value)) {
    const message = `The delegation settings in "${source.file}" must be an object in { }; nothing in it counts.`;
    const code = source.legacy ? "config.type" : "config.root";
    return { exists: true, diagnostics: [error(code, message, placeOf(source.file, parsed, base))] };
  }
  const within = parsed.repeated.filter((path) => isPrefix(base.slice(0, path.length), path));
  const section: ConfigurationSection = {
    ...source,
    values: value,
    ambiguous: (path) => within.some((each) => isPrefix(each, [...base, ...path])),
    where: (path) => placeOf(source.file, parsed, [...base, ...path]),
  };
  return { exists: true, section, diagnostics: within.map((path) => repeatedKey(source.file, parsed, path)) };
}

function repeatedKey(file: string, parsed: ParsedJson, path: JsonPath): Diagnostic {
  const message = `"${path.at(-1)}" is written more than once in "${file}" and grants nothing; keep one.`;
  return error("config.duplicate-key", message, placeOf(file, parsed, path));
}

function asConfiguration(problem: Diagnostic): Diagnostic {
  return { ...problem, code: "config.syntax", message: `${problem.message} Nothing in the file counts until then.` };
}

function placeOf(file: string, parsed: ParsedJson, path: JsonPath) {
  return { ...(path.length > 0 ? { path: path.join(".") } : {}), file, ...(parsed.locate(path) ?? {}) };
}

function isPrefix(start: JsonPath, path: JsonPath): boolean {
  return start.length <= path.length && start.every((step, index) => step === path[index]);
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
