import type { ApprovalReceipt } from "../contract/approval-receipt.ts";
import type { Diagnostic } from "../contract/diagnostic.ts";
import type { ChatDestination } from "../contract/model.ts";
import type { ApprovedSetup, JudgedSetup } from "../contract/runtime/judged-setup.ts";
import type { SealedPlan } from "../contract/runtime/sealed-plan.ts";

/** Who asked for the run. Decides wording, and whether a grant may answer. */
export type Asker = "person" | "model" | "terminal";

/** Everything a person is shown before deciding. Every string in it may come from outside and is shown escaped. */
export interface ApprovalSubject {
  readonly plan: SealedPlan;
  readonly asker: Asker;
  /** The delegated task, verbatim; also the last message of the plan. */
  readonly task: string;
  /** What is quoted in the first message: where it comes from, and UTF-8 bytes of its text. */
  readonly attached?: readonly { readonly source: string; readonly bytes: number }[];
  readonly profile: {
    /** `scope:id` */
    readonly id: string;
    readonly name?: string;
    readonly description?: string;
    /** Where it was read from, in words: a path relative to the project, or "this extension". */
    readonly from: string;
  };
  /** Host that compiled the prompt: ours, or the id of a foreign one. */
  readonly host: string;
  /** Where the asking conversation goes, to say whether it is the same place; null when there is none. */
  readonly chat: ChatDestination | null;
  /** Set when approving would also enable the profile: the panel says so, and in which file. */
  readonly enables?: {
    readonly file: string;
    /** It is enabled there, and only its text has not been agreed to. */
    readonly enabled?: true;
    /** Set when the profile's text is not the one that was agreed to: what became of it, line by line. */
    readonly difference?: readonly string[];
  };
  /** What is judged of the plan apart from its task, and its fingerprint; null where the prompt has none. */
  readonly setup?: { readonly judged: JudgedSetup; readonly fingerprint: string | null };
  /** What this person approved last for this profile in this project; null when it is the first time. */
  readonly lastYes?: ApprovedSetup | null;
  /** ISO 8601, when the project that holds the profile was trusted. */
  readonly trustedSince?: string;
  /** The user's home directory, shown as `~`. */
  readonly home?: string;
  /** The person has edited the task in an earlier panel of this run. */
  readonly edited?: boolean;
  /** What a grant for this setup would let through; absent where none is offered. */
  readonly grant?: GrantOffer;
  /** Warnings of the preparation. */
  readonly diagnostics: readonly Diagnostic[];
  /** Called when this subject's turn on the screen begins; a backend may then start what costs time. */
  readonly onShown?: () => void;
  /** Idle time after which a silent child is ended, milliseconds. */
  readonly idleTimeoutMs: number;
}

export interface GrantOffer {
  readonly runs: number;
  readonly minutes: number;
  readonly tokens: number;
}

export type ApprovalDecision =
  /** `grants`: and the setup may run again unasked, as it was offered. `granted`: as it goes on record. */
  | {
      readonly kind: "approved";
      readonly receipt: ApprovalReceipt;
      readonly grants?: true;
      readonly granted?: GrantOffer;
    }
  | { readonly kind: "rejected"; readonly reason: string }
  /** Nothing is decided yet: the task is to be sealed as the person wrote it, and shown again. */
  | { readonly kind: "edited"; readonly task: string }
  | { readonly kind: "dismissed" }
  | { readonly kind: "aborted" }
  | { readonly kind: "unavailable"; readonly diagnostics: readonly Diagnostic[] };

/** Asks one person about one sealed plan. Never rejects; abort settles it with `aborted`. */
export interface Approver {
  decide(subject: ApprovalSubject, signal: AbortSignal): Promise<ApprovalDecision>;
  /** Takes a place now for a subject that comes later; absent where nobody waits for anybody. */
  join?(signal: AbortSignal): ApproverPlace;
}

/** Asks in the place that was taken. Until it has asked or left, those who came later wait. */
export interface ApproverPlace extends Approver {
  leave(): void;
}
