import type { ChatDestination } from "../contract/model.ts";
import { type Destination, hostOf } from "../contract/runtime/execution-facts.ts";
import { escapeText } from "../text/escape.ts";
import { type Line, span } from "../ui/line.ts";
import type { ApprovalSubject } from "./approver.ts";
import { type FactRow, fits, fitted } from "./fact-row.ts";

/** Where the request goes, in one row, or in two where the way there needs one of its own. */
export function destinationRows({ plan, chat }: ApprovalSubject, width: number): FactRow[] {
  const destination = plan.preflight.facts?.destination;
  if (!destination) return [row([span("sends to: the backend does not say", "warning")], 2)];
  const goal: Line = [span("sends to "), span(escapeText(destination.host), "strong"), ...unencrypted(destination)];
  const way: Line = [span(wayInWords(destination), destination.proxy === null ? "plain" : "warning")];
  const chats = chatForms(destination, chat);
  const oneRow = chats.map((words): Line => [...goal, ...words, span("  "), ...way]).find((line) => fits(line, width));
  if (oneRow) return [row(oneRow, 2)];
  // The host is the last thing to be cut.
  const goals = [...[...chats, []].map((words): Line => [...goal, ...words]), goal.slice(1)];
  return [row(fitted(goals, width, 4), 2), row(fitted([way], width, 4), 5.5)];
}

function row(value: Line, rank: number): FactRow {
  return { label: "", value, rank };
}

/** That it is not where this conversation goes is said in every form. */
function chatForms(destination: Destination, chat: ChatDestination | null): Line[] {
  if (chat === null) return [[]];
  if (chat.provider !== destination.provider) return forms("warning", "NOT this chat's provider", "NOT this chat's");
  // A provider can be pointed elsewhere, for the run alone or for the chat.
  if (chat.baseUrl !== undefined && hostOf(chat.baseUrl) !== destination.host)
    return forms("warning", "NOT where this chat goes", "NOT this chat's");
  return forms("muted", "same provider as this chat", "same as this chat");
}

function forms(style: "warning" | "muted", long: string, short: string): Line[] {
  return [`  (${long})`, style === "warning" ? `  ${short}` : `  (${short})`].map((words) => [span(words, style)]);
}

const origins = {
  "models-file": "defined by models.json",
  extension: "defined by an EXTENSION",
  unknown: "defined by: unknown",
} as const;

function wayInWords({ proxy, origin }: Destination): string {
  const passes = proxy === null ? "no proxy" : `through proxy ${escapeText(proxy)}`;
  return origin === "built-in" ? passes : `${passes}  ${origins[origin]}`;
}

function unencrypted({ baseUrl }: Destination): Line {
  return /^https:/i.test(baseUrl) ? [] : [span(" not encrypted", "warning")];
}
