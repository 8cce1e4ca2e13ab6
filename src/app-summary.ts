import { headBytes } from "./text/cap.ts";
import type { ResultSummary } from "./ui/result-view.ts";

/** Bytes that one run may add to Pi's session, as JSON: what the conversation gets, and what is shown of it. */
export const textBudget = 44 * 1024;
/** What the fence and the words about the ending need is left over. */
export const answerBudget = 40 * 1024;
/** What is said about a failure; the whole of it is in the record. */
export const reasonBudget = 2 * 1024;
const summaryBudget = 16 * 1024;

/** The summary within its share: whatever is longer is cut, because the whole of it is in the record. */
export function boundedSummary(summary: ResultSummary): ResultSummary {
  if (jsonBytes(summary) <= summaryBudget) return summary;
  const { filesRead, refusedPaths, ...rest } = summary;
  return {
    ...rest,
    profile: capJson(rest.profile, 256),
    ...(rest.model === undefined ? {} : { model: capJson(rest.model, 256) }),
    ...(rest.answer === undefined ? {} : { answer: capJson(rest.answer, 4_096) }),
    ...(rest.reason === undefined ? {} : { reason: capJson(rest.reason, 2_048) }),
    ...(filesRead === undefined ? {} : { filesRead: shortList(filesRead) }),
    ...(refusedPaths === undefined ? {} : { refusedPaths: shortList(refusedPaths) }),
  };
}

export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** The count stays true for as long as the list is short enough to be kept; a longer one says how many there were. */
function shortList(paths: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let left = 3_072;
  for (const path of paths) {
    const next = capJson(path, 256);
    left -= jsonBytes(next);
    if (left < 0) return [...kept, `and ${paths.length - kept.length} more`];
    kept.push(next);
  }
  return kept;
}

/** The longest beginning that takes no more than so many bytes of JSON, where a control character takes six. */
export function capJson(text: string, maxBytes: number): string {
  let cut = headBytes(text, maxBytes);
  while (cut !== "" && jsonBytes(cut) > maxBytes)
    cut = headBytes(cut, Math.floor(Buffer.byteLength(cut) * (maxBytes / jsonBytes(cut))));
  return cut;
}
