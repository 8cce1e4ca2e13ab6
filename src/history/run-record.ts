import type { ApprovalReceipt } from "../contract/approval-receipt.ts";
import type { Diagnostic } from "../contract/diagnostic.ts";
import type { ModelReference } from "../contract/model.ts";
import type { AgentExecutionPlan } from "../contract/product/agent-execution-plan.ts";
import { type AgentResponse, type Spent, spentBy } from "../contract/product/agent-response.ts";
import { hasRunShape, hasSummaryShape } from "./record-shape.ts";

/** How a delegation ended: the statuses of a run, and those of one that never ran. */
export type RunStatus = AgentResponse["status"] | "refused" | "rejected" | "dismissed" | "aborted";

const statuses: Readonly<Record<RunStatus, true>> = {
  completed: true,
  failed: true,
  cancelled: true,
  "timed-out": true,
  "limit-reached": true,
  refused: true,
  rejected: true,
  dismissed: true,
  aborted: true,
};

export const runStatuses: readonly string[] = Object.keys(statuses);

export function isRunStatus(word: string): word is RunStatus {
  return Object.hasOwn(statuses, word);
}

/** When each step was reached, as ISO 8601; what was not reached is absent. */
export interface RunTimes {
  readonly asked: string;
  /** First time on a person's screen. */
  readonly shown?: string;
  readonly decided?: string;
  readonly started?: string;
  readonly firstRequest?: string;
  readonly ended: string;
}

/** One step of a run. Texts are redacted and capped before they get here. */
export interface TranscriptEntry {
  readonly sequence: number;
  readonly timestamp: string;
  readonly phase: string;
  readonly message: string;
  readonly turn?: number;
  readonly tokens?: number;
  readonly cost?: number;
  /** A tool call that begins here, for example `grep "held.has"`. */
  readonly tool?: string;
  /** What the model said in one go. */
  readonly said?: string;
}

/** What has to be asked again to prepare the same. What was attached is named, not held. */
export interface AskedFor {
  readonly profile: string;
  readonly overrides: { readonly backend?: string; readonly model?: ModelReference; readonly timeoutMs?: number };
  readonly attachments: readonly AskedAttachment[];
}

export type AskedAttachment =
  | { readonly kind: "diff"; readonly range?: string }
  | { readonly kind: "file"; readonly path: string; readonly from?: number; readonly to?: number }
  | { readonly kind: "text"; readonly source: string; readonly text: string }
  | { readonly kind: "project-context"; readonly optional?: true };

/** Everything that is kept about one delegation. What never came to be is absent. */
export interface RunRecord {
  readonly status: RunStatus;
  /** `scope:id` */
  readonly profileId: string;
  readonly task: string;
  /** As it was asked for, where the person edited it in the panel. */
  readonly askedTask?: string;
  readonly asker: "person" | "model" | "terminal";
  /** Real path of the project. */
  readonly cwd: string;
  readonly sessionId?: string;
  readonly backendId?: string;
  readonly model?: ModelReference;
  readonly thinkingLevel?: string;
  /** ISO 8601: when it was asked for, so what a person took to read is part of the span. */
  readonly startedAt: string;
  /** ISO 8601. */
  readonly endedAt: string;
  readonly times?: RunTimes;
  readonly asked?: AskedFor;
  /** Why it was rejected or refused, in the words that were given. */
  readonly reason?: string;
  readonly approval?: ApprovalReceipt;
  /** What the approval let run again unasked. */
  readonly granted?: { readonly runs: number; readonly minutes: number; readonly tokens: number };
  /** System prompt, messages, both fingerprints, rights and limits as sealed. */
  readonly plan?: AgentExecutionPlan;
  /** Answer, usage, receipts and the child's own account. */
  readonly response?: AgentResponse;
  readonly transcript?: readonly TranscriptEntry[];
  /** Steps before the first one of the transcript, which is bounded. */
  readonly transcriptLeftOut?: number;
  readonly diagnostics: readonly Diagnostic[];
}

export interface StoredRun extends RunRecord {
  readonly id: string;
}

/** What a list shows without reading whole records. */
export interface RunSummary extends Spent {
  readonly id: string;
  readonly status: RunStatus;
  readonly profileId: string;
  readonly cwd: string;
  readonly asker: RunRecord["asker"];
  readonly startedAt: string;
  readonly endedAt: string;
  /** Of the run itself; absent when nothing ran. */
  readonly durationMs?: number;
  /** The beginning of the task. */
  readonly task: string;
  readonly model?: ModelReference;
  readonly sessionId?: string;
  readonly approvedBy?: ApprovalReceipt["source"];
  readonly errorCode?: string;
}

const taskPreviewChars = 200;

export function summaryOf(run: StoredRun): RunSummary {
  const { id, status, profileId, cwd, asker, startedAt, endedAt, model, sessionId, approval, response } = run;
  // A run that came to its end says itself what went wrong; what was noted before it did not end it.
  const refusal = response === undefined ? run.diagnostics.find(({ level }) => level === "error") : undefined;
  const errorCode = response?.error?.code ?? refusal?.code;
  return {
    id,
    status,
    profileId,
    cwd,
    asker,
    startedAt,
    endedAt,
    task: [...run.task.slice(0, 2 * taskPreviewChars)].slice(0, taskPreviewChars).join(""),
    ...(model === undefined ? {} : { model }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(approval === undefined ? {} : { approvedBy: approval.source }),
    ...(response === undefined ? {} : { ...spentBy(response), durationMs: response.durationMs }),
    ...(errorCode === undefined ? {} : { errorCode }),
  };
}

/** Looks as deep as it must to tell our own record from a damaged one. */
export function isSummary(value: unknown): value is RunSummary {
  return hasSummaryShape(value);
}

export function isStoredRun(value: unknown): value is StoredRun {
  return hasRunShape(value);
}
