import type { ExtensionCommandContext } from "@mariozechner/pi-coding-agent";
import type { ReportPlace } from "../src/app-reports.ts";
import { type Diagnostic, eachCauseOnce } from "../src/contract/diagnostic.ts";
import { diagnosticLine } from "../src/contract/diagnostic-line.ts";
import { escapeLines } from "../src/text/escape.ts";

/** A long text where a person can scroll it; without a screen, on standard output. */
export async function print(ctx: ExtensionCommandContext, title: string, text: string): Promise<void> {
  if (!ctx.hasUI) {
    // A terminal gets escapes for what could steer it; a file or a pipe gets the text as it is.
    console.log(process.stdout.isTTY ? escapeLines(text).join("\n") : text);
    return;
  }
  const { showText } = await import("../src/app-in-pi.ts");
  await showText(ctx, title, text);
}

/** Problems, on the screen or on standard error. */
export function tell(ctx: ExtensionCommandContext, diagnostics: readonly Diagnostic[]): void {
  if (diagnostics.length === 0) return;
  const shown = eachCauseOnce(diagnostics);
  const lines = shown.map(diagnosticLine);
  if (!ctx.hasUI) {
    console.error(lines.join("\n"));
    return;
  }
  const level = shown.some((each) => each.level === "error") ? "error" : "warning";
  // Pi writes the level before the first line, so that line is one of this level and does not repeat it.
  const first = Math.max(
    0,
    shown.findIndex((each) => each.level === level),
  );
  const others = lines.filter((_, index) => index !== first).map(asPiWrites);
  ctx.ui.notify([(lines[first] ?? "").replace(`${level} `, ""), ...others].join("\n"), level);
}

function asPiWrites(line: string): string {
  return line.replace(/^[a-z]+ /, (level) => `${level.charAt(0).toUpperCase()}${level.slice(1).trimEnd()}: `);
}

/** The view has a frame and a gutter, also in a narrow terminal. */
export const viewColumns = 72;

export function reportPlace(signal: AbortSignal): ReportPlace {
  return { door: "pi", width: viewColumns, signal };
}
