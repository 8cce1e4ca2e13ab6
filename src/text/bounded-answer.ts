import { headChars, tailChars } from "./cap.ts";

/** What reaches a conversation of an answer that may be of any length. */
export interface BoundedAnswer {
  readonly text: string;
  /** Characters shown, marker not counted. */
  readonly shown: number;
  /** Characters of the whole answer. */
  readonly total: number;
}

/**
 * Head and tail of an answer with a marker between them that states the total and where the whole is. The text itself is
 * not altered; a UTF-16 pair is never split. Two thirds of `maxChars` go to the head: findings tend to come first.
 */
export function boundAnswer(answer: string, maxChars: number, whole: string): BoundedAnswer {
  if (answer.length <= maxChars) return { text: answer, shown: answer.length, total: answer.length };
  const head = headChars(answer, Math.ceil((maxChars * 2) / 3));
  const tail = tailChars(answer, maxChars - head.length);
  const left = answer.length - head.length - tail.length;
  const marker = `[${left} of ${answer.length} characters left out here; whole: ${whole}]`;
  return { text: `${head}\n\n${marker}\n\n${tail}`, shown: head.length + tail.length, total: answer.length };
}
