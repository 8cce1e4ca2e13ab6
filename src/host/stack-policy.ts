import type { JsonObject, JsonValue } from "../contract/json.ts";
import type { ResourcePolicy } from "../contract/product/prompt-stack.ts";
import { type FieldReport, isList, optionalObject, own, shown } from "./field-report.ts";

/** `tools` or `skills`. The written form is kept, trimmed, because it is what the fingerprint covers. */
export function readPolicy(
  source: JsonObject,
  key: "tools" | "skills",
  report: FieldReport,
): ResourcePolicy | undefined {
  const policy = optionalObject(source, key, report);
  if (!policy) return undefined;
  const inPolicy = report.within([key]);
  const allow = readPatterns(policy, "allow", inPolicy);
  const deny = readPatterns(policy, "deny", inPolicy);
  if (allow && deny) {
    report.error("two-policies", `"${key}" has both allow and deny; keep one of them.`, key);
  }
  if (allow?.length === 0) {
    inPolicy.warning(
      "empty-allow",
      `An empty allow list allows nothing here; remove "${key}" to allow everything.`,
      "allow",
    );
  }
  if (allow) return { allow };
  return deny ? { deny } : undefined;
}

function readPatterns(policy: JsonObject, key: "allow" | "deny", report: FieldReport): string[] | undefined {
  const value = own(policy, key);
  if (value === undefined) return undefined;
  if (!isList(value)) {
    report.error("invalid-field", `"${key}" must be a list of names, not ${shown(value)}.`, key);
    return undefined;
  }
  const patterns: string[] = [];
  for (const [index, each] of value.entries()) {
    const pattern = readPattern(each);
    if (pattern === undefined) report.error("invalid-pattern", `${shown(each)} is no name or pattern.`, key, index);
    else if (patterns.includes(pattern))
      report.warning("duplicate-pattern", `"${pattern}" is listed twice.`, key, index);
    if (pattern !== undefined) patterns.push(pattern);
  }
  return patterns;
}

function readPattern(value: JsonValue): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}
