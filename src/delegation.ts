import type { ApprovalDecision, ApprovalSubject, Approver, Asker, GrantOffer } from "./approval/approver.ts";
import type { ProfileContent } from "./config/content-grants.ts";
import type { ApprovalReceipt } from "./contract/approval-receipt.ts";
import type { Diagnostic } from "./contract/diagnostic.ts";
import type { LimitsRequest } from "./contract/limits.ts";
import type { ChatDestination, ModelReference } from "./contract/model.ts";
import type { Outcome } from "./contract/outcome.ts";
import type { AgentExecutionPlan } from "./contract/product/agent-execution-plan.ts";
import type { AgentResponse } from "./contract/product/agent-response.ts";
import type { SelectedContext } from "./contract/product/selected-context.ts";
import type { JudgedSetup } from "./contract/runtime/judged-setup.ts";
import type { SealedPlan } from "./contract/runtime/sealed-plan.ts";
import type { Attachment } from "./delegation-attachments.ts";
import type { CompileCanary } from "./delegation-setup.ts";
import type { ForgeHost } from "./host/forge-host.ts";
import type { ExecutionRuntime, PreparedRun, RunEvent } from "./runtime/runtime-port.ts";

/** One task for one profile, as somebody asked for it. */
export interface Delegation {
  readonly asker: Asker;
  /** `reviewer`, `project:reviewer` or `global:reviewer`. */
  readonly profile: string;
  /** Verbatim: every byte reaches the model. */
  readonly task: string;
  readonly overrides: DelegationOverrides;
  /** To be read and made into the selected context. */
  readonly attachments?: readonly Attachment[];
  readonly selectedContext?: SelectedContext;
  /** What of the attachments did not fit, for whoever decides. */
  readonly attachmentNotes?: readonly Diagnostic[];
  /** The task is no longer what was asked for: the person wrote it anew in the panel. */
  readonly edited?: true;
  /** Id of the asking session, for the record. */
  readonly sessionId?: string;
}

export interface DelegationOverrides {
  readonly backend?: string;
  readonly model?: ModelReference;
  readonly timeoutMs?: number;
}

/** What configuration decides about one delegation. */
export interface DelegationTerms {
  /** `scope:id` */
  readonly profileId: string;
  readonly backendId: string;
  readonly limits: LimitsRequest;
  readonly idleTimeoutMs: number;
  readonly resultMaxChars: number;
  /** The profile is not enabled or its text not agreed to, and the person who asked may change that by approving. */
  readonly enables?: {
    readonly file: string;
    /** It is enabled there; what is missing is the person's agreement to its text. */
    readonly enabled?: true;
    /** Agreed to with it, where the file does not hold the profile itself. */
    readonly content?: ProfileContent;
    /** What became of that since the person agreed to it, line by line. */
    readonly difference?: readonly string[];
  };
  /** Where the profile was read from, in words. */
  readonly from: string;
  /** Which host compiles the prompt: `ours`, or the id of a foreign one. A change of host is drift. */
  readonly host: string;
  /** Where the asking conversation goes, to compare destinations. */
  readonly chat: ChatDestination | null;
  /** Set when nobody is asked: the trusted project's own file allows it. */
  readonly unattended: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

export interface DelegationPorts {
  /** Refuses what may not be delegated. Read again at the decision: a difference refuses the run. */
  terms(delegation: Delegation): Promise<Outcome<DelegationTerms>>;
  /** Waits a bounded time for a host. */
  host(): Promise<Outcome<ForgeHost>>;
  readonly runtime: ExecutionRuntime;
  /** Compiles once more under another clock; absent where the host's clock cannot be moved, which then only compiles again. */
  readonly compileCanary?: CompileCanary;
  readonly approver: Approver;
  /** Decides in place of a person where the terms say so, or says why one must be asked. */
  unattended?(run: UnattendedRun): UnattendedAnswer;
  /** A person approved this very setup. */
  agreed?(run: PlannedRun): Promise<void> | void;
  /** What the person said yes to before, and what else the panel is told that is not in the plan. */
  known?(run: PlannedRun): Pick<ApprovalSubject, "lastYes" | "trustedSince" | "home">;
  /** Called once when an approval also enables the profile. */
  enable(terms: DelegationTerms): Promise<Outcome<void>>;
  readonly now: () => Date;
  readonly newId: () => string;
}

/** What is known of a run that nobody may be asked about. */
export interface UnattendedRun {
  /** `scope:id` */
  readonly profileId: string;
  readonly plan: SealedPlan;
  /** Fingerprint of everything a person would judge; null when the prompt has none. */
  readonly setup: string | null;
}

/** The same with what a person judges of it, for what asks a person or remembers the answer. */
export interface PlannedRun extends UnattendedRun {
  readonly judged: JudgedSetup;
  readonly host: string;
}

export type UnattendedAnswer = ApprovalDecision | { readonly kind: "ask"; readonly diagnostics: readonly Diagnostic[] };

/** Something to show while a delegation is on its way. */
export type DelegationProgress =
  | { readonly phase: "preparing" }
  /** Said again, with the time, once the plan is on a person's screen. */
  | { readonly phase: "awaiting-approval"; readonly prepared: PreparedRun; readonly shownAt?: Date }
  | {
      readonly phase: "running";
      readonly startedAt: Date;
      readonly plan: AgentExecutionPlan;
      readonly event?: RunEvent;
    };

/** How a delegation ended. Only `ran` has contacted a provider. `editedTask` is what the person made of the task, where they did. */
export type DelegationResult = { readonly editedTask?: string } & (
  | { readonly kind: "refused"; readonly diagnostics: readonly Diagnostic[]; readonly plan?: AgentExecutionPlan }
  | { readonly kind: "rejected"; readonly reason: string; readonly plan: AgentExecutionPlan }
  | { readonly kind: "dismissed"; readonly plan: AgentExecutionPlan }
  | { readonly kind: "aborted"; readonly plan?: AgentExecutionPlan }
  | RanDelegation
);

export interface RanDelegation {
  readonly kind: "ran";
  readonly plan: AgentExecutionPlan;
  readonly approval: ApprovalReceipt;
  /** What the approval lets run again unasked. */
  readonly granted?: GrantOffer;
  readonly response: AgentResponse;
  readonly events: readonly RunEvent[];
  readonly diagnostics: readonly Diagnostic[];
}
