import type { SealedPlan } from "../contract/runtime/sealed-plan.ts";
import { escapeText } from "../text/escape.ts";
import { type Line, span } from "../ui/line.ts";
import type { ApprovalSubject } from "./approver.ts";
import { type FactRow, fits, fitted } from "./fact-row.ts";
import { shortList, shownPath } from "./panel-words.ts";

/** Fewer patterns than this are no impression of what is withheld. */
const leastDenied = 3;

/** With which tools, under which folder, and what of it is withheld: in one row where there is room. */
export function readRows({ plan, home }: ApprovalSubject, width: number): FactRow[] {
  const facts = plan.preflight.facts;
  const root = escapeText(shownPath(facts?.root ?? plan.promptRuntime.options.cwd, home));
  const tools = toolsLine(plan);
  if (plan.effectiveTools.length === 0)
    return [row("Reads", fitted([[...tools, span(`  in ${root}`)], tools], width, 4))];
  const allowed = facts?.allowedPaths ?? [];
  const also: Line =
    allowed.length === 0
      ? []
      : [
          span(
            `  also ${shortList(
              allowed.map((path) => shownPath(path, home)),
              2,
            )}`,
            "warning",
          ),
        ];
  const under: Line = [span("under "), span(root, "strong"), ...also];
  const denied = deniedForms(byNearness((facts?.deniedPaths ?? []).map((path) => shownPath(path, home))));
  const oneRow = denied.map((not): Line => [...tools, span("   "), ...under, ...not]).find((line) => fits(line, width));
  if (oneRow) return [row("Reads", oneRow)];
  const unders = [...denied, []].map((not): Line => [...under, ...not]);
  return [row("Reads", fitted([tools], width, 4)), row("", fitted(unders, width, 4))];
}

function row(label: string, value: Line): FactRow {
  return { label, value, rank: 4 };
}

/** What may be withheld under the folder first, then places elsewhere. */
function byNearness(denied: readonly string[]): string[] {
  const elsewhere = (path: string) => Number(/^[/~]/.test(path));
  return [...denied].sort((a, b) => elsewhere(a) - elsewhere(b));
}

/** As many patterns as there is room for, the longest list first. */
function deniedForms(denied: readonly string[]): Line[] {
  if (denied.length === 0) return [[]];
  const counts = denied
    .map((_, index) => denied.length - index)
    .filter((count) => count >= Math.min(leastDenied, denied.length));
  return counts.map((count) => [span(`   not ${shortList(denied, count)}`, "muted")]);
}

function toolsLine({ effectiveTools }: SealedPlan): Line {
  if (effectiveTools.length === 0) return [span("nothing: it has no tools")];
  const names = effectiveTools.map((tool) => escapeText(tool.name)).join(" ");
  const more = effectiveTools
    .filter((tool) => tool.effects.some((effect) => effect !== "filesystem-read"))
    .map((tool) => `${escapeText(tool.name)} (${tool.effects.join(", ")})`)
    .join(", ");
  return [span(names, "strong"), ...(more === "" ? [] : [span(`  MORE THAN READING: ${more}`, "danger")])];
}
