import { type Static, Type } from "@sinclair/typebox";
import { AccessReceipt, AccessRequest } from "../access.ts";
import { ConversationMessage } from "../conversation.ts";
import { LimitsReceipt, LimitsRequest } from "../limits.ts";
import { ModelReference, ThinkingLevel } from "../model.ts";
import { CatalogTool } from "../tool-catalog.ts";
import { BackendDescriptor } from "./backend-descriptor.ts";
import { ExecutionFacts } from "./execution-facts.ts";

/** What a person judges about a run, apart from its task and the task's attachments. */
export const JudgedSetup = Type.Object({
  backend: BackendDescriptor,
  model: ModelReference,
  thinkingLevel: ThinkingLevel,
  access: Type.Object({ asked: AccessRequest, accepted: AccessReceipt }),
  limits: Type.Object({ asked: LimitsRequest, accepted: LimitsReceipt }),
  remoteEgressConsent: Type.Boolean(),
  tools: Type.Array(CatalogTool),
  facts: Type.Union([ExecutionFacts, Type.Null()]),
  provenance: Type.Record(Type.String(), Type.String()),
  /** Codes of the backend's warnings. */
  warnings: Type.Array(Type.String()),
  /** The system prompt and every message that is neither attached nor the task. */
  prompt: Type.Object({ systemPrompt: Type.String(), messages: Type.Array(ConversationMessage) }),
});
export type JudgedSetup = Static<typeof JudgedSetup>;

/** What a person said yes to, for the next panel to compare with. */
export const ApprovedSetup = Type.Object({
  /** ISO 8601. */
  approvedAt: Type.String(),
  /** Setup fingerprint; null where the task or the time shows up in the prompt. */
  setup: Type.Union([Type.String(), Type.Null()]),
  /** How many times in a row exactly this setup was approved, this one included. */
  times: Type.Integer({ minimum: 1 }),
  /** The host that compiled it. */
  host: Type.String(),
  judged: JudgedSetup,
});
export type ApprovedSetup = Static<typeof ApprovedSetup>;
