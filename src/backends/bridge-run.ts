import { createHash } from "node:crypto";
import { headChars } from "../text/cap.ts";
import { bridgeMeter, type ReportedUsage } from "./bridge-meter.ts";
import type { AnswerFrame, ChildFrame, EndingFrame, ToolFrame } from "./frames.ts";

const pieceLength = 32 * 1024;
/** Far more than is shown of it; some servers answer with a page, or repeat the whole request. */
const longestError = 64 * 1024;
/** Names and paths come from the model, which may write a book there; no path that exists is as long. */
const longestName = 8 * 1024;

/** An assistant message as far as the bridge looks at it. */
export interface SeenMessage {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly stopReason: string;
  readonly errorMessage?: string;
  readonly usage: ReportedUsage;
}

export type BridgeRun = ReturnType<typeof bridgeRun>;

/** What happened in this child so far, and the frames that tell it. */
export function bridgeRun(write: (frame: ChildFrame) => void) {
  const meter = bridgeMeter();
  const blockedCalls = new Set<string>();
  let last: SeenMessage | undefined;
  let cancelReason: string | undefined;
  let ended = false;

  const request = (digest: string, verified: readonly string[]) => {
    last = undefined;
    write({ type: "request", ...meter.request(), digest, verified });
  };

  const delta = (kind: "text" | "thinking", streamed: string) => {
    for (const piece of piecesOf(streamed)) write({ type: "delta", kind, turn: meter.turn(), text: piece });
  };

  /** True once the streamed text is over its limit; the piece that crosses it is cut at the limit. */
  const text = (streamed: string): boolean => {
    const { kept, over } = meter.output(streamed);
    delta("text", kept);
    return over;
  };

  const message = (seen: SeenMessage) => {
    last = seen;
    write({
      type: "message",
      turn: meter.turn(),
      stopReason: seen.stopReason,
      error: seen.errorMessage === undefined ? null : headChars(seen.errorMessage, longestError),
      usage: meter.message(seen.usage, seen.stopReason),
      toolCalls: seen.content.filter((part) => part.type === "toolCall").length,
    });
  };

  const block = (callId: string, name: string) => {
    if (blockedCalls.has(callId)) return;
    blockedCalls.add(callId);
    tool("blocked", name, "");
  };

  const tool = (event: ToolFrame["event"], name: string, detail: string) =>
    write({ type: "tool", event, name: headChars(name, longestName), detail: headChars(detail, longestName) });

  const end = (reason: EndingFrame["reason"], told: Partial<Pick<EndingFrame, "limit" | "code" | "message">> = {}) => {
    if (ended) return;
    ended = true;
    const { limit = null, code = "" } = told;
    const message = headChars(told.message ?? "", longestError);
    write({ type: "ending", reason, limit, code, message, blocked: blockedCalls.size, ...meter.counts() });
  };

  /** The last message as the answer, or why there is none; undefined while Pi may still go on. */
  const settle = (): EndingFrame["reason"] | undefined => {
    if (cancelReason !== undefined) return "cancelled";
    if (last === undefined || (last.stopReason !== "stop" && last.stopReason !== "length")) return undefined;
    const answer = textOf(last);
    if (answer.trim() === "") return "empty";
    for (const piece of answerFrames(answer, last.stopReason)) write(piece);
    return "answered";
  };

  return {
    limit: meter.limit,
    limitBefore: meter.limitBefore,
    isFirst: meter.isFirst,
    request,
    text,
    message,
    block,
    end,
    settle,
    thinking: (streamed: string) => delta("thinking", streamed),
    tool,
    cancel: (reason: string) => {
      cancelReason = reason;
    },
    lastError: () => last?.errorMessage ?? "",
    cancelled: () => cancelReason !== undefined,
  };
}

function answerFrames(text: string, stopReason: string): readonly AnswerFrame[] {
  const bytes = Buffer.from(text, "utf8");
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const pieces = piecesOf(text);
  const count = pieces.length;
  return pieces.map((piece, index) => ({
    type: "answer",
    index,
    count,
    text: piece,
    bytes: bytes.length,
    sha256,
    stopReason,
  }));
}

/** A provider may send everything at once, and a frame has a longest line. */
function piecesOf(text: string): readonly string[] {
  const count = Math.ceil(text.length / pieceLength);
  return Array.from({ length: count }, (_, index) => text.slice(index * pieceLength, (index + 1) * pieceLength));
}

function textOf(message: SeenMessage): string {
  return message.content.map((part) => (part.type === "text" ? (part.text ?? "") : "")).join("");
}
