import { Type } from "@sinclair/typebox";
import { checker } from "./check.ts";
import { type Diagnostic, hasErrors, info, warning } from "./diagnostic.ts";
import { isAllowed, type ToolAccess } from "./tool-access.ts";
import { hostCatalogCheck, type ToolEffect } from "./tool-catalog.ts";
import { filterToolsByPolicy, type ToolPolicy } from "./tool-policy.ts";

export interface ToolNegotiation {
  readonly effectiveToolIds: string[];
  readonly effectiveToolNames: string[];
  readonly stackSelectedToolNames: string[];
  readonly unmatchedAllowPatterns: string[];
  readonly diagnostics: Diagnostic[];
}

const WrittenPolicy = Type.Object({
  allow: Type.Optional(Type.Array(Type.String())),
  deny: Type.Optional(Type.Array(Type.String())),
});
const policyCheck = checker(WrittenPolicy, { codes: { "": "tools.policy" } });

/**
 * The tools that the stack's policy selects and whose every effect the access allows, in catalogue order.
 * A catalogue or policy that cannot be read, or an effect that is not known, lets nothing through.
 */
export function negotiateSubagentTools(catalog: unknown, policy: unknown, access: ToolAccess): ToolNegotiation {
  const tools = hostCatalogCheck.read(catalog, "toolCatalog");
  const rules = policyCheck.read(policy ?? {}, "promptStack.tools");
  if (!tools.ok || !rules.ok) return nothing([...tools.diagnostics, ...rules.diagnostics]);
  const names = tools.value.map((tool) => tool.name);
  const selection = filterToolsByPolicy(names, rules.value);
  const selected = tools.value.filter((tool) => selection.effective.includes(tool.name));
  const effective = selected.filter((tool) => tool.effects.every((effect) => isAllowed(effect, access)));
  return {
    effectiveToolIds: effective.map((tool) => tool.id),
    effectiveToolNames: effective.map((tool) => tool.name),
    stackSelectedToolNames: selection.effective,
    unmatchedAllowPatterns: selection.unmatchedAllowPatterns,
    diagnostics: [
      ...selection.unmatchedAllowPatterns.map(unmatchedAllow),
      ...selected
        .filter((tool) => !effective.includes(tool))
        .map((tool) => info("tools.access-filtered", filtered(tool, access), `tools.${tool.name}`)),
    ],
  };
}

/** A stack's policy as it is applied; one that cannot be read allows nothing. */
export function readToolPolicy(policy: unknown): ToolPolicy {
  const rules = policyCheck.read(policy ?? {}, "promptStack.tools");
  return rules.ok ? rules.value : { allow: [] };
}

export function unmatchedAllow(pattern: string): Diagnostic {
  return warning(
    "tools.unmatched-allow",
    `The stack allows "${pattern}", but no tool here has such a name.`,
    "tools.allow",
  );
}

function filtered(tool: { name: string; effects: readonly ToolEffect[] }, access: ToolAccess): string {
  const refused = tool.effects.filter((effect) => !isAllowed(effect, access));
  return `Tool "${tool.name}" is left out: the access of this run does not allow ${refused.join(", ")}.`;
}

function nothing(diagnostics: readonly Diagnostic[]): ToolNegotiation {
  if (!hasErrors(diagnostics)) throw new Error("A negotiation fails only with a reason.");
  return {
    effectiveToolIds: [],
    effectiveToolNames: [],
    stackSelectedToolNames: [],
    unmatchedAllowPatterns: [],
    diagnostics: [...diagnostics],
  };
}
