import { headBytes } from "../text/cap.ts";
import type { FrameLimit, FrameLimits, FrameUsage } from "./frames.ts";

/** What a provider reports of one message. */
export interface ReportedUsage {
  readonly input: number;
  readonly output: number;
  readonly totalTokens: number;
  readonly cost: { readonly total: number };
}

/** How much this child has used, held against its limits. A request that repeats a failed one is no turn. */
export function bridgeMeter() {
  const usageByTurn: FrameUsage[] = [];
  let limits: FrameLimits = {};
  let requests = 0;
  let retries = 0;
  let outputBytes = 0;
  let hasFailed = false;
  const turn = () => requests - retries;
  return {
    turn,
    counts: () => ({ requests, retries, usageByTurn }),
    limit(given: FrameLimits): void {
      limits = given;
    },
    /** Nothing was answered yet: the first request is still to come, or to be repeated. */
    isFirst: () => turn() === 0 || (turn() === 1 && hasFailed),
    /** The limit that another request would go over, if any. `seenTokens` is what the conversation itself reports. */
    limitBefore(seenTokens: number): FrameLimit | undefined {
      const used = usageByTurn.reduce((sum, each) => sum + each.total, 0);
      if (!hasFailed && turn() >= (limits.maxTurns ?? Number.POSITIVE_INFINITY)) return "maxTurns";
      const budget = limits.tokenBudget ?? Number.POSITIVE_INFINITY;
      return Math.max(seenTokens, used) >= budget ? "tokenBudget" : undefined;
    },
    request(): { readonly number: number; readonly retry: boolean } {
      const retry = hasFailed;
      requests += 1;
      if (retry) retries += 1;
      hasFailed = false;
      return { number: requests, retry };
    },
    /** The part of a piece of the answer that is within the limit, and whether the piece crosses it. */
    output(delta: string): { readonly kept: string; readonly over: boolean } {
      const limit = limits.maxOutputBytes ?? Number.POSITIVE_INFINITY;
      const bytes = Buffer.byteLength(delta, "utf8");
      const over = outputBytes + bytes > limit;
      const kept = over ? headBytes(delta, Math.max(0, limit - outputBytes)) : delta;
      outputBytes += bytes;
      return { kept, over };
    },
    message(reported: ReportedUsage, stopReason: string): FrameUsage {
      const usage = countedUsage(reported);
      usageByTurn.push(usage);
      hasFailed = stopReason === "error";
      return usage;
    },
  };
}

/** A server may report anything; what is no count must not cost an answer that it gave. */
function countedUsage({ input, output, totalTokens, cost }: ReportedUsage): FrameUsage {
  const [read, written, total] = [counted(input), counted(output), counted(totalTokens)];
  return { input: read, output: written, total: Math.max(total, read + written), cost: counted(cost.total) };
}

function counted(amount: unknown): number {
  return typeof amount === "number" && amount >= 0 && amount <= Number.MAX_SAFE_INTEGER ? amount : 0;
}
