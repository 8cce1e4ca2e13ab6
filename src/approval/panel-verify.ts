import type { Conversation } from "../contract/conversation.ts";
import { conversationFingerprint } from "../contract/runtime/conversation.ts";
import type { SealedPlan } from "../contract/runtime/sealed-plan.ts";
import { decodeEscaped } from "../text/escape.ts";
import type { TextDocument } from "../ui/text-document.ts";

/** Of the text on screen: it is what is sealed, it is not, or a row is too narrow to hold every escape whole. */
export type Verification = "same" | "different" | "too-narrow";

/** The gutter and the longest escape, `\u{10ffff}`. */
const leastColumns = 1 + 10;

/**
 * Reads the conversation back from the rows that the prompt page draws, and compares its fingerprint with the plan's. Parts that are
 * no text, and roles, are not drawn by the gutter: they are taken from the plan.
 */
export function verifyShown(plan: SealedPlan, page: TextDocument, columns: number): Verification {
  if (columns < leastColumns) return "too-narrow";
  const texts = textsOf(page, columns);
  const [systemPrompt = ""] = texts;
  let next = 1;
  const messages: Conversation["messages"] = plan.conversation.messages.map(({ role, content }) => ({
    role,
    content: content.map((part) => {
      const text = texts[next++] ?? "";
      return part.type === "text" ? { type: "text" as const, text } : part;
    }),
  }));
  const shown = conversationFingerprint({ systemPrompt, messages });
  return texts.length === next && shown === plan.conversationFingerprint ? "same" : "different";
}

/** One text for each heading. */
function textsOf(page: TextDocument, columns: number): string[] {
  const texts: string[][] = [];
  for (let index = 0; index < page.lineCount; index++) {
    const rows = page.rows(index, columns);
    if (rows[0]?.kind === "heading") texts.push([]);
    else texts.at(-1)?.push(rows.map((row) => row.text).join(""));
  }
  return texts.map((lines) => decodeEscaped(lines.join("\n")));
}
