import { createHash } from "node:crypto";
import type { AnswerFrame, ChildFrame, EndingFrame, FrameUsage, MessageFrame } from "./frames.ts";

/** Enough for an honest report of a long run; a flood of frames must not grow the parent. */
const mostEntries = 2_000;
const mostPartialLength = 8 * 1024 * 1024;

export interface RequestRecord {
  readonly number: number;
  readonly payloadDigest: string;
  readonly verified: readonly string[];
}

export interface Answer {
  readonly text: string;
  readonly sha256: string;
  readonly stoppedByLength: boolean;
}

export type RunRecord = ReturnType<typeof runRecord>;

/** Everything the child's frames have said so far. */
export function runRecord() {
  const requests: RequestRecord[] = [];
  const refusedPaths: string[] = [];
  const filesRead: string[] = [];
  const usage: FrameUsage[] = [];
  const pieces: string[] = [];
  let requestCount = 0;
  let retries = 0;
  let blocked = 0;
  let text = "";
  let earlierText = "";
  let lastMessage: MessageFrame | undefined;
  let answer: Answer | undefined;
  let ending: EndingFrame | undefined;
  let problem: string | undefined;
  let phase = "the start of the child";
  let deltasOfTurn = 0;

  const keep = <T>(list: T[], entry: T) => {
    if (list.length < mostEntries) list.push(entry);
  };

  const take = (frame: ChildFrame) => {
    switch (frame.type) {
      case "ready":
        phase = "the child was ready";
        return;
      case "request":
        requestCount += 1;
        if (frame.retry) retries += 1;
        keep(requests, { number: frame.number, payloadDigest: frame.digest, verified: frame.verified });
        if (text.trim() !== "") earlierText = text;
        text = "";
        deltasOfTurn = 0;
        phase = `request ${frame.number} was sent`;
        return;
      case "delta":
        deltasOfTurn += 1;
        if (frame.kind === "text" && text.length < mostPartialLength) text += frame.text;
        phase = `${frame.kind} of turn ${frame.turn} was arriving`;
        return;
      case "message":
        lastMessage = frame;
        keep(usage, frame.usage);
        phase = `turn ${frame.turn} had ended`;
        return;
      case "tool":
        if (frame.event === "blocked") blocked += 1;
        else if (frame.event === "refused") keep(refusedPaths, frame.detail);
        else if (frame.event === "read" && !filesRead.includes(frame.detail)) keep(filesRead, frame.detail);
        phase = `tool ${frame.name} (${frame.event})`;
        return;
      case "answer":
        pieces[frame.index] = frame.text;
        if (frame.index === frame.count - 1) {
          answer = wholeAnswer(pieces, frame);
          if (!answer) problem = "The pieces of the answer do not make the text that their hash names.";
        }
        phase = "the answer was arriving";
        return;
      case "ending":
        ending = frame;
        phase = "the child had ended its run";
    }
  };

  return {
    take,
    phase: () => phase,
    answer: () => answer,
    ending: () => ending,
    problem: () => problem,
    /** The text of the last turn that had any. */
    partial: () => (text.trim() !== "" ? text : earlierText),
    lastMessage: () => lastMessage,
    /** The last turn brought nothing at all: what answered was no stream of the API. */
    isSilent: () => deltasOfTurn === 0 && lastMessage?.usage.total === 0 && lastMessage.toolCalls === 0,
    usage: (): FrameUsage => usage.reduce(added, { input: 0, output: 0, total: 0, cost: 0 }),
    hasUsage: () => usage.length > 0,
    counts: () => ({ requests: requestCount, retries, turns: requestCount - retries }),
    report: (forcedExit: boolean) => ({
      requests,
      blockedToolCalls: Math.max(blocked, ending?.blocked ?? 0),
      refusedPaths,
      filesRead,
      forcedExit,
      usageByTurn: usage,
    }),
  };
}

/** Nothing where a piece is missing or changed. */
function wholeAnswer(pieces: readonly string[], last: AnswerFrame): Answer | undefined {
  const text = pieces.join("");
  const sha256 = createHash("sha256").update(text, "utf8").digest("hex");
  if (pieces.length !== last.count || sha256 !== last.sha256) return undefined;
  return { text, sha256, stoppedByLength: last.stopReason === "length" };
}

function added(some: FrameUsage, more: FrameUsage): FrameUsage {
  return {
    input: some.input + more.input,
    output: some.output + more.output,
    total: some.total + more.total,
    cost: some.cost + more.cost,
  };
}
