import type { BackendEvent } from "../runtime/backend.ts";
import type { ChildFrame } from "./frames.ts";
import type { RunRecord } from "./run-record.ts";

const longestTool = 300;

/** The event that a person sees for a frame, if any. */
export function progressEvent(frame: ChildFrame, record: RunRecord): BackendEvent | undefined {
  const { requests, turns: turn, retries: retry } = record.counts();
  const running = { turn, requests, ...(retry > 0 && { retry }) };
  switch (frame.type) {
    case "request":
      return {
        phase: "message",
        message: `Request ${frame.number}${frame.retry ? " (retry)" : ""}.`,
        details: running,
      };
    case "delta":
      if (frame.kind === "thinking") return { phase: "message", message: "Thinking.", details: running };
      return { phase: "message", message: "Answering.", details: { ...running, delta: frame.text } };
    case "message": {
      const { total: tokens, cost } = record.usage();
      const message = frame.error === null ? `Turn ${frame.turn} ended.` : `Turn ${frame.turn} failed.`;
      return { phase: "message", message, details: { ...running, tokens, cost } };
    }
    case "tool": {
      const tool = `${frame.name} ${frame.detail}`.trim().slice(0, longestTool);
      if (frame.event === "start") return { phase: "message", message: tool, details: { ...running, tool } };
      if (frame.event === "read") return undefined;
      return { phase: "tool-result", message: `${tool}: ${frame.event}`, details: running };
    }
    case "ending":
      return { phase: "finishing", message: `The child ended: ${frame.reason}.`, details: running };
    case "ready":
    case "answer":
      return undefined;
  }
}
