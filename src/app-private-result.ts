import type { ToldResult } from "./app-result.ts";
import { escapeText } from "./text/escape.ts";
import { lineText } from "./ui/line.ts";
import { expandedResult, type ResultSummary } from "./ui/result-view.ts";

/** What a person gets of a run whose answer stays out of the conversation. */
export interface PrivateResult {
  readonly title: string;
  /** To read and to close: the facts that any run ends with, then the whole answer. */
  readonly text: string;
  /** Stays on the screen, and holds nothing that the agent or its provider said. */
  readonly left: string;
}

export function privateResult({ summary }: Pick<ToldResult, "summary">, answer: string, width: number): PrivateResult {
  // The conversation received nothing, and the whole answer follows.
  const { received: _, answer: __, ...facts } = summary;
  const rows = expandedResult(facts, width).map(lineText);
  return {
    title: `forge-agent run --private ${escapeText(summary.profile)}`,
    text: [...rows, "  private: nothing of this is in the conversation", ...(answer === "" ? [] : ["", answer])].join(
      "\n",
    ),
    left: leftBehind(summary),
  };
}

function leftBehind({ profile, status, runId, whole }: ResultSummary): string {
  const [sign, ended] = status === "completed" ? ["✓", "ran privately"] : ["✗", `ran privately, ${status}`];
  const record = runId === undefined ? "no record is kept" : `to see it: ${whole}`;
  return escapeText(`${sign} ${profile} ${ended}; nothing of its answer is in the conversation; ${record}`);
}
