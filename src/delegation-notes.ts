import { canonicalJson } from "./contract/canonical-json.ts";
import { type Diagnostic, worstFirst } from "./contract/diagnostic.ts";
import { readToolPolicy, unmatchedAllow } from "./contract/tool-negotiation.ts";
import { filterToolsByPolicy, matchesPattern } from "./contract/tool-policy.ts";

/**
 * What is said about a plan, each thing once. That a program is missing is said only where the stack would be given its tool, and
 * a pattern that matches nothing for that reason alone is not said as well.
 */
export function planNotes(diagnostics: readonly Diagnostic[], stackTools: unknown): readonly Diagnostic[] {
  const policy = readToolPolicy(stackTools);
  const missing = diagnostics.flatMap((each) => missingTool(each) ?? []);
  const explained = new Set(
    (policy.allow ?? [])
      .map((pattern) => pattern.trim())
      .filter((pattern) => missing.some((name) => matchesPattern(name, pattern)))
      .map((pattern) => canonicalJson(unmatchedAllow(pattern))),
  );
  const told = diagnostics.filter((each) => {
    const name = missingTool(each);
    if (name !== undefined) return filterToolsByPolicy([name], policy).effective.length > 0;
    return !explained.has(canonicalJson(each));
  });
  return [...new Map(told.map((each) => [canonicalJson(each), each])).values()];
}

/** The runtime says first that it refuses, then for what; a person reads what is wrong first. */
export function reasonsFirst([summary, ...others]: readonly Diagnostic[]): readonly Diagnostic[] {
  return summary === undefined ? [] : worstFirst([...others, summary]);
}

function missingTool({ code, path }: Diagnostic): string | undefined {
  return code === "tool.program-missing" ? path?.replace(/^tools\./, "") : undefined;
}
