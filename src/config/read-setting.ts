import { type Diagnostic, warning } from "../contract/diagnostic.ts";
import type { JsonPath } from "../files/parse-json.ts";
import type { ConfigurationSection } from "./configuration-section.ts";
import type { Setting } from "./setting.ts";
import type { SettingRule } from "./setting-rules.ts";

/** The setting at `path` of a section, checked; undefined when what was known before stays. */
export function readSetting<T>(
  section: ConfigurationSection,
  path: JsonPath,
  rule: SettingRule<T>,
  report: (diagnostic: Diagnostic) => void,
): Setting<T> | undefined {
  const value = valueAt(section, path);
  if (value === undefined) return undefined;
  const where = section.where(path);
  const setting = (read: T): Setting<T> => ({
    value: read,
    source: section.scope,
    file: section.file,
    ...(where.line === undefined ? {} : { line: where.line }),
  });
  const off = rule.off === undefined ? undefined : setting(rule.off);
  if (section.ambiguous(path)) return off; // Named when the file was read.
  const reading = rule.read(value);
  if (reading.ok) return setting(reading.value);
  const means = off ? "counts as off" : "is not used";
  const message = `${JSON.stringify(value).slice(0, 60)} for "${path.join(".")}" ${means}; write ${reading.expected}.`;
  report(warning(reading.code, message, where));
  return off;
}

function valueAt(section: ConfigurationSection, path: JsonPath) {
  let value: ConfigurationSection["values"][string] | undefined = section.values;
  for (const step of path) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    value = Object.entries(value).find(([key]) => key === step)?.[1];
  }
  return value;
}

export function unknownKey(section: ConfigurationSection, path: JsonPath, known: readonly string[]): Diagnostic {
  const message = `"${path.at(-1)}" is not a setting here and is ignored; remove it, or use one of ${known.join(", ")}.`;
  return warning("config.unknown-key", message, section.where(path));
}
