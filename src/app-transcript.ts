import type { TranscriptEntry } from "./history/run-record.ts";
import type { RunEvent } from "./runtime/runtime-port.ts";
import { headChars } from "./text/cap.ts";
import { redactSecrets } from "./text/redact.ts";
import { sanitiseText } from "./text/sanitise.ts";

const mostEntries = 1_000;
const mostBytes = 512 * 1024;
/** Of one message, one tool call, or what the model said in one go. */
const longestText = 4_000;

export interface Transcript {
  readonly transcript: readonly TranscriptEntry[];
  readonly transcriptLeftOut?: number;
}

/** The steps of a run, the last ones when there are too many; text that arrived in pieces is one step. Redacted and capped. */
export function transcriptOf(events: readonly RunEvent[]): Transcript {
  const steps = joined(events);
  const transcript = lastWithin(mostBytes, steps.slice(-mostEntries).map(entry));
  const left = steps.length - transcript.length;
  return { transcript, ...(left === 0 ? {} : { transcriptLeftOut: left }) };
}

/** As many of the last entries as the bytes of their JSON allow. */
function lastWithin(bytes: number, entries: readonly TranscriptEntry[]): readonly TranscriptEntry[] {
  let start = entries.length;
  for (let left = bytes; start > 0; start -= 1) {
    left -= Buffer.byteLength(JSON.stringify(entries[start - 1]), "utf8") + 1;
    if (left < 0) break;
  }
  return entries.slice(start);
}

interface Step {
  readonly event: RunEvent;
  said: string;
}

function joined(events: readonly RunEvent[]): Step[] {
  const steps: Step[] = [];
  for (const event of events) {
    const { delta, turn } = event.details ?? {};
    const last = steps.at(-1);
    if (delta === undefined || last === undefined || last.said === "" || last.event.details?.turn !== turn) {
      steps.push({ event, said: delta ?? "" });
    } else if (last.said.length <= longestText) {
      last.said += delta;
    }
  }
  return steps;
}

function entry({ event: { sequence, timestamp, phase, message, details = {} }, said }: Step): TranscriptEntry {
  const { turn, tokens, cost, tool } = details;
  return {
    sequence,
    timestamp,
    phase,
    message: capped(message),
    ...(turn === undefined ? {} : { turn }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(cost === undefined ? {} : { cost }),
    ...(tool === undefined ? {} : { tool: capped(tool) }),
    ...(said === "" ? {} : { said: capped(said) }),
  };
}

/** Encoded data left out, and redacted before it is cut, so that no half of a secret is left. */
function capped(text: string): string {
  const clean = sanitiseText(redactSecrets(text));
  return clean.length <= longestText ? clean : `${headChars(clean, longestText)} …`;
}
