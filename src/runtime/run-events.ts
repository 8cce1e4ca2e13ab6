import { canonicalCopy } from "../contract/canonical-json.ts";
import type { BackendEvent, RunProgress } from "./backend.ts";
import type { RunEvent } from "./runtime-port.ts";

const phases: ReadonlySet<string> = new Set(["starting", "message", "tool-result", "finishing"]);

export interface RunEvents {
  emit(event: BackendEvent): void;
  subscribe(listener: (event: RunEvent) => void): () => void;
  /** Nothing is delivered afterwards. */
  close(): void;
}

/** Numbers and stamps events, and gives every listener its own copy. What is malformed is dropped: progress is no evidence. */
export function runEvents(runId: string, clock: () => number): RunEvents {
  const listeners = new Set<{ readonly listener: (event: RunEvent) => void }>();
  let sequence = 0;
  let open = true;
  return {
    emit(event) {
      const body = open ? wellFormed(event) : undefined;
      if (body === undefined) return;
      sequence += 1;
      const stamped = { runId, sequence, timestamp: new Date(clock()).toISOString(), ...body };
      for (const each of [...listeners]) deliver(each.listener, stamped);
    },
    subscribe(listener) {
      const entry = { listener };
      if (open) listeners.add(entry);
      return () => {
        listeners.delete(entry);
      };
    },
    close() {
      open = false;
      listeners.clear();
    },
  };
}

function wellFormed(event: BackendEvent): BackendEvent | undefined {
  try {
    const { phase, message, details } = event;
    if (!phases.has(phase) || typeof message !== "string") return undefined;
    if (details === undefined) return { phase, message };
    const copy: RunProgress = canonicalCopy(details);
    return typeof copy === "object" && copy !== null && !Array.isArray(copy)
      ? { phase, message, details: copy }
      : undefined;
  } catch {
    // Not JSON, or an accessor that throws.
    return undefined;
  }
}

function deliver(listener: (event: RunEvent) => void, event: RunEvent): void {
  try {
    listener(structuredClone(event));
  } catch {
    // A listener only watches: its fault must not end the run or keep the others from hearing.
  }
}
