import type { Theme, ToolRenderResultOptions } from "@mariozechner/pi-coding-agent";
import { escapeLines, escapeText } from "../src/text/escape.ts";
import { type Line, span } from "../src/ui/line.ts";
import { linesComponent } from "../src/ui/lines-component.ts";
import type { PiComponent } from "../src/ui/pi-component.ts";
import { piPalette } from "../src/ui/pi-ui.ts";
import { collapsedResult, expandedResult, type ResultSummary } from "../src/ui/result-view.ts";

/** What a call leaves in the session for the person; the model gets the text only. */
export interface RunDetails {
  /** Where a call under way stands. */
  readonly live?: string;
  readonly summary?: ResultSummary;
}

interface Shown {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly details: RunDetails | undefined;
}

const taskColumns = 100;

/** Who is asked, and the beginning of the task. Arguments may still be arriving, so nothing is taken for granted. */
export function callRows(args: { readonly profileId?: unknown; readonly task?: unknown }, theme: Theme): PiComponent {
  const profile = typeof args.profileId === "string" ? args.profileId : "…";
  const task = typeof args.task === "string" ? args.task.replace(/\s+/g, " ").trim() : "";
  const start = Array.from(task).slice(0, taskColumns).join("");
  const rows: Line[] = [
    [span("forge_subagent ", "strong"), span(escapeText(profile), "accent")],
    ...(task === "" ? [] : [[span(`  ${escapeText(start)}${start === task ? "" : "…"}`, "muted")]]),
  ];
  return linesComponent(() => rows, piPalette(theme));
}

export function resultRows(
  { content, details }: Shown,
  { expanded }: Pick<ToolRenderResultOptions, "expanded">,
  theme: Theme,
): PiComponent {
  return linesComponent((width) => rowsOf(content, details ?? {}, expanded, width), piPalette(theme));
}

function rowsOf(content: Shown["content"], { live, summary }: RunDetails, expanded: boolean, width: number): Line[] {
  if (summary) return expanded ? expandedResult(summary, width) : collapsedResult(summary, width);
  if (live !== undefined) return [[span(`● ${escapeText(live)}`, "muted")]];
  // A result that another extension or a thrown error put in place of ours.
  const text = content.map((part) => part.text ?? "").join("\n");
  return escapeLines(text)
    .slice(0, expanded ? 40 : 4)
    .map((line) => [span(line)]);
}
