import { escapeLines } from "../text/escape.ts";
import { formatSeal } from "../text/format.ts";
import { systemClock, type UiClock } from "../ui/clock.ts";
import { lineText } from "../ui/line.ts";
import type { ApprovalDecision, ApprovalSubject } from "./approver.ts";
import { promptSections } from "./panel-documents.ts";
import { panelFacts } from "./panel-facts.ts";
import { approvalReceipt } from "./receipt.ts";
import { needsReason, shortened } from "./reject-reason.ts";

/** The dialogs of Pi's RPC protocol; each resolves with undefined when it is closed, aborted or not answered. */
export interface DialogUi {
  select(title: string, options: string[], how?: { signal?: AbortSignal }): Promise<string | undefined>;
  input(title: string, placeholder?: string, how?: { signal?: AbortSignal }): Promise<string | undefined>;
  editor(title: string, prefill?: string): Promise<string | undefined>;
}

const taskRows = 12;
const rowColumns = 200;

/**
 * Asks where Pi has dialogs but no screen. The choice that approves carries the seal, so an answer meant for another plan is no
 * answer to this one; whatever is not exactly one of the choices approves nothing.
 */
export function createDialogs(
  ui: DialogUi,
  clock: UiClock = systemClock,
): (subject: ApprovalSubject, signal: AbortSignal) => Promise<ApprovalDecision> {
  return async (subject, signal) => {
    const { plan } = subject;
    const choices = {
      approve: `Run once, seal ${formatSeal(plan.executionFingerprint)}`,
      prompt: "Show the full prompt",
      reject: "Reject, and say why",
      notNow: "Not now",
    };
    const displayedAt = clock.now();
    subject.onShown?.();
    let viewedFullPrompt = false;
    for (;;) {
      const choice = await ui.select(summary(subject), Object.values(choices), { signal });
      if (signal.aborted) return { kind: "aborted" };
      switch (choice) {
        case choices.approve:
          return {
            kind: "approved",
            receipt: approvalReceipt(plan, { source: "person", clock, viewedFullPrompt, displayedAt }),
          };
        case choices.prompt:
          await untilAborted(ui.editor("The full prompt, to read only", promptText(subject)), signal);
          viewedFullPrompt = true;
          break;
        case choices.reject: {
          const reason = await ui.input(whyInWords(subject), undefined, { signal });
          if (reason !== undefined && !signal.aborted) return { kind: "rejected", reason: shortened(reason) };
          break;
        }
        default:
          return { kind: "dismissed" };
      }
      if (signal.aborted) return { kind: "aborted" };
    }
  };
}

function whyInWords({ asker }: ApprovalSubject): string {
  return needsReason(asker) ? "Why? The parent model will read this." : "Why? For the history; it may stay empty.";
}

function summary(subject: ApprovalSubject): string {
  const { plan, asker, task } = subject;
  const lines = escapeLines(task);
  const left = lines.length - taskRows;
  return [
    `Approve a run asked for by ${asker === "model" ? "the parent model" : "you"}? Nothing is sent before that.`,
    ...panelFacts(subject).map(({ label, value }) => `${label.padEnd(7)}${lineText(value)}`),
    `Seal   ${formatSeal(plan.executionFingerprint)}`,
    "Task",
    ...lines.slice(0, taskRows).map((row) => `▏${fitted(row)}`),
    ...(left > 0 ? [`… ${left} more lines: show the full prompt`] : []),
  ].join("\n");
}

function fitted(row: string): string {
  const characters = Array.from(row);
  return characters.length > rowColumns ? `${characters.slice(0, rowColumns).join("")}…` : row;
}

function promptText({ plan }: ApprovalSubject): string {
  return promptSections(plan)
    .map(({ heading, text = "" }) =>
      [heading === undefined ? "" : `--- ${heading} ---`, ...escapeLines(text)].join("\n"),
    )
    .join("\n");
}

/** Pi's editor dialog takes no signal. */
async function untilAborted(shown: Promise<unknown>, signal: AbortSignal): Promise<void> {
  let stop = () => {};
  const aborted = new Promise<void>((resolve) => {
    stop = () => resolve();
    signal.addEventListener("abort", stop, { once: true });
  });
  await Promise.race([shown, aborted]);
  signal.removeEventListener("abort", stop);
}
