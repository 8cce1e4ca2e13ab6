import { type Static, Type } from "@sinclair/typebox";
import { Conversation } from "../conversation.ts";
import { Fingerprint, OpaqueId } from "../identifiers.ts";
import { CatalogTool } from "../tool-catalog.ts";
import { ExecutionIntent } from "./execution-intent.ts";
import { AcceptedPreflight } from "./preflight.ts";
import { PromptRuntime } from "./prompt-runtime.ts";

/** What will run, complete. The execution fingerprint covers every other field, so it is unique to one preparation. */
export const SealedPlan = Type.Object({
  schemaVersion: Type.Literal(1),
  preparedRunId: OpaqueId,
  backendId: OpaqueId,
  preflightId: OpaqueId,
  intent: ExecutionIntent,
  preflight: AcceptedPreflight,
  promptRuntime: PromptRuntime,
  conversation: Conversation,
  /** The approved tools, bound from the catalogue in request order. */
  effectiveTools: Type.Array(CatalogTool),
  conversationFingerprint: Fingerprint,
  executionFingerprint: Fingerprint,
});
export type SealedPlan = Static<typeof SealedPlan>;
