import type { ModelReference, ThinkingLevel } from "../contract/model.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { Destination, Price } from "../contract/runtime/execution-facts.ts";

/** What the parent knows about one model: from Pi's registry inside Pi, from a booted child in the terminal. */
export interface ModelFacts {
  readonly model: ModelReference;
  readonly destination: Destination;
  readonly price: Price | null;
  readonly contextWindow: number | null;
  readonly maxOutputTokens: number | null;
  /** All that shapes a request besides the sealed texts; see `requestSettings`. */
  readonly requestSettings: string;
  /** Of the Node that runs the child. */
  readonly nodeVersion: string;
  /** Levels that the model takes without clamping. */
  readonly thinkingLevels: readonly ThinkingLevel[];
  /** Variables whose value the child needs for this provider's key; names only. */
  readonly keyVariables: readonly string[];
  /** True when a key is configured somewhere the child can find by itself, or `handover` brings it. */
  readonly authenticated: boolean;
  /** What the child must register before it boots fully, when the provider exists only in the parent. JSON, no key in it. */
  readonly registration?: { readonly provider: string; readonly config: Readonly<Record<string, unknown>> };
  /** Fetches the key to hand over with the job, after approval only. Absent when the child resolves it alone. */
  readonly handover?: () => Promise<string | undefined>;
}

/** Contacts no provider. Refuses an unknown model (`model.unknown`), a missing key (`model.no-key`). */
export interface ModelFactsPort {
  resolve(model: ModelReference, thinkingLevel: ThinkingLevel, signal: AbortSignal): Promise<Outcome<ModelFacts>>;
}
