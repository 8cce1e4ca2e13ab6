import type { MessageRenderer } from "@mariozechner/pi-coding-agent";
import { linesComponent } from "../src/ui/lines-component.ts";
import { piPalette } from "../src/ui/pi-ui.ts";
import { collapsedResult, expandedResult, type ResultSummary } from "../src/ui/result-view.ts";

/** One line, or with Ctrl+O the answer's beginning and what is known about the run. */
export const renderResult: MessageRenderer<ResultSummary> = (message, { expanded }, theme) => {
  const summary = message.details;
  if (summary === undefined) return undefined;
  return linesComponent(
    (width) => (expanded ? expandedResult(summary, width) : collapsedResult(summary, width)),
    piPalette(theme),
  );
};
