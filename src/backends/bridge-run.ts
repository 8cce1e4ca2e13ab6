import { createHash } from "node:crypto";
import { headBytes, headChars } from "../text/cap.ts";
import type { AnswerFrame, ChildFrame, EndingFrame, FrameLimit, FrameLimits, FrameUsage } from "./frames.ts";

const pieceLength = 32 * 1024;
/** Far more than is shown of it; some servers answer with a page, or repeat the whole request. */
const longestError = 64 * 1024;

/** An assistant message as far as the bridge looks at it. */
export interface SeenMessage {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly stopReason: string;
  readonly errorMessage?: string;
  readonly usage: {
    readonly input: number;
    readonly output: number;
    readonly totalTokens: number;
    readonly cost: { readonly total: number };
  };
}

export type BridgeRun = ReturnType<typeof bridgeRun>;

/** What happened in this child so far, and the frames that tell it. */
export function bridgeRun(write: (frame: ChildFrame) => void) {
  const usageByTurn: FrameUsage[] = [];
  const blockedCalls = new Set<string>();
  let limits: FrameLimits = {};
  let requests = 0;
  let retries = 0;
  let outputBytes = 0;
  let last: SeenMessage | undefined;
  let cancelReason: string | undefined;
  let ended = false;

  const turn = () => requests - retries;

  /** The limit that another request would go over, if any. `seenTokens` is what the conversation itself reports. */
  const limitBefore = (seenTokens: number): FrameLimit | undefined => {
    const isRetry = last?.stopReason === "error";
    const tokens = Math.max(
      seenTokens,
      usageByTurn.reduce((sum, each) => sum + each.total, 0),
    );
    if (!isRetry && turn() >= (limits.maxTurns ?? Number.POSITIVE_INFINITY)) return "maxTurns";
    return tokens >= (limits.tokenBudget ?? Number.POSITIVE_INFINITY) ? "tokenBudget" : undefined;
  };

  const request = (digest: string, verified: readonly string[]) => {
    const retry = last?.stopReason === "error";
    requests += 1;
    if (retry) retries += 1;
    last = undefined;
    write({ type: "request", number: requests, digest, verified, retry });
  };

  /** True once the streamed text is over its limit; the piece that crosses it is cut at the limit. */
  const text = (delta: string): boolean => {
    const limit = limits.maxOutputBytes ?? Number.POSITIVE_INFINITY;
    const bytes = Buffer.byteLength(delta, "utf8");
    const over = outputBytes + bytes > limit;
    const kept = over ? headBytes(delta, Math.max(0, limit - outputBytes)) : delta;
    outputBytes += bytes;
    if (kept !== "") write({ type: "delta", kind: "text", turn: turn(), text: kept });
    return over;
  };

  const message = (seen: SeenMessage) => {
    last = seen;
    const usage = countedUsage(seen.usage);
    usageByTurn.push(usage);
    write({
      type: "message",
      turn: turn(),
      stopReason: seen.stopReason,
      error: seen.errorMessage === undefined ? null : headChars(seen.errorMessage, longestError),
      usage,
      toolCalls: seen.content.filter((part) => part.type === "toolCall").length,
    });
  };

  const end = (reason: EndingFrame["reason"], told: Partial<Pick<EndingFrame, "limit" | "code" | "message">> = {}) => {
    if (ended) return;
    ended = true;
    write({
      type: "ending",
      reason,
      limit: told.limit ?? null,
      code: told.code ?? "",
      message: told.message ?? "",
      requests,
      retries,
      blocked: blockedCalls.size,
      usageByTurn,
    });
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
    limitBefore,
    request,
    text,
    message,
    end,
    settle,
    thinking: (delta: string) => write({ type: "delta", kind: "thinking", turn: turn(), text: delta }),
    tool: (event: "start" | "end" | "failed" | "read" | "refused", name: string, detail: string) =>
      write({ type: "tool", event, name, detail }),
    block: (callId: string, name: string) => {
      if (blockedCalls.has(callId)) return;
      blockedCalls.add(callId);
      write({ type: "tool", event: "blocked", name, detail: "" });
    },
    limit: (given: FrameLimits) => {
      limits = given;
    },
    cancel: (reason: string) => {
      cancelReason = reason;
    },
    isFirst: () => turn() === 0 || (turn() === 1 && last?.stopReason === "error"),
    lastError: () => last?.errorMessage ?? "",
    cancelled: () => cancelReason !== undefined,
  };
}

/** A server may report anything; what is no count must not cost an answer that it gave. */
function countedUsage({ input, output, totalTokens, cost }: SeenMessage["usage"]): FrameUsage {
  const [read, written, total] = [counted(input), counted(output), counted(totalTokens)];
  return { input: read, output: written, total: Math.max(total, read + written), cost: counted(cost.total) };
}

function counted(amount: unknown): number {
  return typeof amount === "number" && amount >= 0 && amount <= Number.MAX_SAFE_INTEGER ? amount : 0;
}

function answerFrames(text: string, stopReason: string): readonly AnswerFrame[] {
  const bytes = Buffer.from(text, "utf8");
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const count = Math.max(1, Math.ceil(text.length / pieceLength));
  return Array.from({ length: count }, (_, index) => ({
    type: "answer",
    index,
    count,
    text: text.slice(index * pieceLength, (index + 1) * pieceLength),
    bytes: bytes.length,
    sha256,
    stopReason,
  }));
}

function textOf(message: SeenMessage): string {
  return message.content.map((part) => (part.type === "text" ? (part.text ?? "") : "")).join("");
}
