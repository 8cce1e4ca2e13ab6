import type { ExtensionCommandContext } from "@mariozechner/pi-coding-agent";
import type { ReportPlace } from "../src/app-reports.ts";
import type { Diagnostic } from "../src/contract/diagnostic.ts";
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
  const text = diagnostics.map(diagnosticLine).join("\n");
  if (ctx.hasUI) ctx.ui.notify(text, diagnostics.some((each) => each.level === "error") ? "error" : "warning");
  else console.error(text);
}

/** The view has a frame and a gutter, also in a narrow terminal. */
const viewColumns = 72;

export function reportPlace(signal: AbortSignal): ReportPlace {
  return { door: "pi", width: viewColumns, signal };
}
