/**
 * The child's protocol: one JSON object a line, split on LF only. Descriptor 4 carries `ParentFrame`s to the child,
 * descriptor 3 carries `ChildFrame`s from it. Both sides use this file, so it imports nothing.
 */
export const protocolVersion = 1;
export const childDescriptor = 3;
export const parentDescriptor = 4;

/** Exit codes of the bridge: refused before a request, parent gone or told to end, a limit reached. */
export const exitCodes = { refused: 97, parentGone: 98, limit: 96 } as const;

export type FrameLimit = "maxTurns" | "tokenBudget" | "maxOutputBytes";
export type FrameLimits = Readonly<Partial<Record<FrameLimit, number>>>;

export interface ProviderRegistration {
  readonly provider: string;
  readonly config: Readonly<Record<string, unknown>>;
}

/** Sent at once, before anything is approved: it holds no prompt, no task and no key. */
export interface SetupFrame {
  readonly type: "setup";
  readonly version: number;
  readonly root: string;
  readonly tools: readonly string[];
  readonly denied: readonly string[];
  readonly allowed: readonly string[];
  readonly placeholder: string;
  readonly limits: FrameLimits;
  readonly registration: ProviderRegistration | null;
}

export interface JobMessage {
  readonly role: "user" | "assistant" | "custom";
  readonly texts: readonly string[];
}

export interface Job {
  readonly systemPrompt: string;
  readonly messages: readonly JobMessage[];
  readonly provider: string;
  readonly modelId: string;
  readonly api: string;
  readonly baseUrl: string;
  readonly headerNames: readonly string[];
  readonly thinkingLevel: string;
  readonly tools: readonly string[];
  readonly key: string | null;
}

/** Sent only after approval. `digest` is the SHA-256 of `JSON.stringify(job)`. */
export interface JobFrame {
  readonly type: "job";
  readonly digest: string;
  readonly job: Job;
}

export interface CancelFrame {
  readonly type: "cancel";
  readonly reason: string;
}

export type ParentFrame = SetupFrame | JobFrame | CancelFrame;

/** What the booted child sees. It is compared with what was approved before the job is sent. */
export interface ReadyFrame {
  readonly type: "ready";
  readonly provider: string;
  readonly modelId: string;
  readonly api: string;
  readonly baseUrl: string;
  readonly thinkingLevel: string;
  readonly tools: readonly string[];
  /** False for an id that Pi made up under a provider it knows. */
  readonly modelKnown: boolean;
  readonly keyPresent: boolean;
  readonly piVersion: string;
  readonly nodeVersion: string;
  readonly price: FramePrice | null;
  readonly contextWindow: number | null;
  readonly maxOutputTokens: number | null;
  readonly thinkingLevels: readonly string[];
  readonly headerNames: readonly string[];
  readonly proxy: string | null;
  readonly tls: string;
  readonly requestSettings: string;
  /** Where the key comes from, in Pi's words; never the key. */
  readonly keySource: string;
}

export interface FramePrice {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** Written immediately before a provider request is let through. */
export interface RequestFrame {
  readonly type: "request";
  readonly number: number;
  readonly digest: string;
  readonly verified: readonly string[];
  /** True when it repeats a request whose answer was an error. */
  readonly retry: boolean;
}

export interface DeltaFrame {
  readonly type: "delta";
  readonly kind: "text" | "thinking";
  readonly turn: number;
  readonly text: string;
}

export interface FrameUsage {
  readonly input: number;
  readonly output: number;
  readonly total: number;
  readonly cost: number;
}

/** One finished assistant message; its text has gone by as deltas. */
export interface MessageFrame {
  readonly type: "message";
  readonly turn: number;
  readonly stopReason: string;
  readonly error: string | null;
  readonly usage: FrameUsage;
  readonly toolCalls: number;
}

export interface ToolFrame {
  readonly type: "tool";
  readonly event: "start" | "end" | "failed" | "blocked" | "read" | "refused";
  readonly name: string;
  /** The arguments in one line, or the path that was read or refused. */
  readonly detail: string;
}

/** The final text, in pieces. `bytes` and `sha256` are of the whole text. */
export interface AnswerFrame {
  readonly type: "answer";
  readonly index: number;
  readonly count: number;
  readonly text: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly stopReason: string;
}

export interface EndingFrame {
  readonly type: "ending";
  readonly reason: "answered" | "empty" | "failed" | "cancelled" | "limit" | "refused";
  readonly limit: FrameLimit | null;
  readonly code: string;
  readonly message: string;
  readonly requests: number;
  readonly retries: number;
  readonly blocked: number;
  readonly usageByTurn: readonly FrameUsage[];
}

export type ChildFrame = ReadyFrame | RequestFrame | DeltaFrame | MessageFrame | ToolFrame | AnswerFrame | EndingFrame;

export function encodeFrame(frame: ParentFrame | ChildFrame): string {
  return `${JSON.stringify(frame)}\n`;
}
