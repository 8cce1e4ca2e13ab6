import { headBytes } from "./text/cap.ts";
import type { ResultSummary } from "./ui/result-view.ts";

/** Bytes that one run may add to Pi's session, as JSON: what the conversation gets, and what is shown of it. */
export const textBudget = 44 * 1024;
/** What the fence and the words about the ending need is left over. */
export const answerBudget = 40 * 1024;
/** What is said about a failure; the whole of it is in the record. */
export const reasonBudget = 2 * 1024;

/** Names that are worth showing; how many there are is said beside them. */
const mostNames = 8;

/** The summary within its share: whatever is longer is cut, because the whole of it is in the record. */
export function boundedSummary(summary: ResultSummary): ResultSummary {
  const { filesRead, refusedPaths, answer, reason, advice, model, ...rest } = summary;
  return {
    ...rest,
    profile: capJson(rest.profile, 256),
    ...(model === undefined ? {} : { model: capJson(model, 256) }),
    ...(answer === undefined ? {} : { answer: capJson(answer, 2_048), answerLines: linesOf(answer) }),
    ...(reason === undefined ? {} : { reason: capJson(reason, reasonBudget) }),
    ...(advice === undefined ? {} : { advice: capJson(advice, 256) }),
    ...(filesRead === undefined ? {} : { filesRead: names(filesRead), filesReadCount: filesRead.length }),
    ...(refusedPaths === undefined ? {} : { refusedPaths: names(refusedPaths), refusedCount: refusedPaths.length }),
  };
}

function names(paths: readonly string[]): readonly string[] {
  return paths.slice(0, mostNames).map((path) => capJson(path, 200));
}

function linesOf(text: string): number {
  return text.replace(/\n+$/, "").split("\n").length;
}

export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** The longest beginning that takes no more than so many bytes of JSON, where a control character takes six. */
export function capJson(text: string, maxBytes: number): string {
  let cut = headBytes(text, maxBytes);
  while (cut !== "" && jsonBytes(cut) > maxBytes)
    cut = headBytes(cut, Math.floor(Buffer.byteLength(cut) * (maxBytes / jsonBytes(cut))));
  return cut;
}
