import { type Static, Type } from "@sinclair/typebox";
import { checker, within } from "../check.ts";
import { Conversation } from "../conversation.ts";
import { type Diagnostic, error } from "../diagnostic.ts";
import { compareFingerprint, fingerprint } from "../fingerprint.ts";
import { Fingerprint, OpaqueId } from "../identifiers.ts";
import { sameModel } from "../model.ts";
import { repeated } from "../repeated.ts";
import { sameJson } from "../same-json.ts";
import { CatalogTool } from "../tool-catalog.ts";
import { conversationCheck, conversationFingerprint } from "./conversation.ts";
import { ExecutionIntent, executionIntentCheck } from "./execution-intent.ts";
import { AcceptedPreflight, intentAgreement, runtimeAcceptedPreflightCheck } from "./preflight.ts";
import { PromptRuntime, promptRuntimeCheck } from "./prompt-runtime.ts";

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

const sealedPlanCheck = checker(SealedPlan, {
  codes: {
    "": "plan.type",
    schemaVersion: "plan.schema-version",
    effectiveTools: "plan.effective-tools",
    "effectiveTools[]": "plan.effective-tool",
    "effectiveTools[].name": "plan.effective-tool-field",
    "effectiveTools[].effects": "plan.effective-tool-field",
    "effectiveTools[].description": "plan.effective-tool-field",
    "effectiveTools[].promptSnippet": "plan.effective-tool-field",
    "effectiveTools[].adapterMapping": "plan.effective-tool-field",
  },
  parts: {
    intent: executionIntentCheck,
    preflight: runtimeAcceptedPreflightCheck,
    promptRuntime: promptRuntimeCheck,
    conversation: conversationCheck,
  },
  rules: (when) => [
    when(["backendId", "preflightId", "preflight"], (plan) => bindings(plan)),
    when(["intent", "preflight"], ({ intent, preflight }) => within("preflight", intentAgreement(preflight, intent))),
    when(["preflight", "promptRuntime"], (plan) => runtimeBindings(plan)),
    when(["conversation", "conversationFingerprint"], function* (plan) {
      const found = compareFingerprint(plan.conversationFingerprint, () => conversationFingerprint(plan.conversation));
      if (found === "same") return;
      if (found === "not-json") {
        yield error(
          "plan.conversation-canonical",
          "The conversation holds something that is not JSON.",
          "conversation",
        );
        return;
      }
      const message = "The conversation fingerprint is not the one of the conversation.";
      yield error("plan.conversation-fingerprint", message, "conversationFingerprint");
    }),
    when(["intent", "preflight", "effectiveTools"], (plan) => toolBindings(plan)),
    when(["intent", "conversation"], (plan) => mediaBindings(plan)),
  ],
  *whole(plan) {
    const found = compareFingerprint(plan.executionFingerprint, () => executionFingerprint(plan));
    if (found === "same") return;
    if (found === "not-json") {
      yield error("plan.execution-canonical", "The plan holds something that is not JSON.", "$");
      return;
    }
    const message = "The execution fingerprint is not the one of the plan: something in it changed.";
    yield error("plan.execution-fingerprint", message, "executionFingerprint");
  },
});

/** Everything in the plan agrees with everything else, and both fingerprints are those of what they cover. */
export function checkSealedPlan(plan: unknown): Diagnostic[] {
  return sealedPlanCheck.diagnose(plan);
}

/** Over every field of the plan but itself. */
export function executionFingerprint(plan: Omit<SealedPlan, "executionFingerprint">): string {
  return fingerprint({ ...plan, executionFingerprint: undefined });
}

function* bindings(plan: Pick<SealedPlan, "backendId" | "preflightId" | "preflight">): Generator<Diagnostic> {
  if (plan.backendId !== plan.preflight.backend.id) {
    yield error(
      "plan.backend-binding",
      `The plan is for backend "${plan.backendId}", the preflight is not.`,
      "backendId",
    );
  }
  if (plan.preflightId !== plan.preflight.preflightId) {
    yield error(
      "plan.preflight-binding",
      `The plan names preflight "${plan.preflightId}", but holds another.`,
      "preflightId",
    );
  }
}

function* runtimeBindings({ preflight, promptRuntime }: Pick<SealedPlan, "preflight" | "promptRuntime">) {
  const { promptRuntimeFidelity: fidelity } = preflight.backend.capabilities;
  if (!sameModel(promptRuntime.model, preflight.model)) {
    yield error(
      "plan.runtime-model",
      "The prompt was compiled for another model than was accepted.",
      "promptRuntime.model",
    );
  }
  if (promptRuntime.fidelity !== fidelity || fidelity === "partial") {
    const message = `A prompt runtime of fidelity "${promptRuntime.fidelity}" cannot be sealed for this backend.`;
    yield error("plan.runtime-fidelity", message, "promptRuntime.fidelity");
  }
  if (preflight.promptRuntime && !sameJson(preflight.promptRuntime, promptRuntime)) {
    yield error("plan.runtime-binding", "The prompt runtime differs from the one in the preflight.", "promptRuntime");
  }
}

function* toolBindings({
  intent,
  preflight,
  effectiveTools,
}: Pick<SealedPlan, "intent" | "preflight" | "effectiveTools">) {
  const names = effectiveTools.map((tool) => tool.name);
  for (const [index, name] of repeated(intent.requestedTools)) {
    const place = `intent.requestedTools[${index}]`;
    yield error("plan.effective-tool-request-duplicate", `Tool "${name}" is requested twice.`, place);
  }
  for (const [index, id] of repeated(effectiveTools.map((tool) => tool.id))) {
    const place = `effectiveTools[${index}].id`;
    yield error("plan.effective-tool-id-duplicate", `Tool id "${id}" is effective twice.`, place);
  }
  if (names.length !== intent.requestedTools.length) {
    const message = `${intent.requestedTools.length} tools were requested, ${names.length} are effective.`;
    yield error("plan.effective-tool-count", message, "effectiveTools");
  }
  for (const [index, tool] of effectiveTools.entries()) {
    const place = `effectiveTools[${index}]`;
    if (index < intent.requestedTools.length && intent.requestedTools[index] !== tool.name) {
      yield error("plan.effective-tool-order", `Tool "${tool.name}" is not the one requested in this place.`, place);
    }
    if (!preflight.toolCatalog.some((each) => each.id === tool.id && sameJson(each, tool))) {
      yield error(
        "plan.effective-tool-binding",
        `Tool "${tool.name}" is not in the accepted catalogue like this.`,
        place,
      );
    }
  }
}

function* mediaBindings({ intent, conversation }: Pick<SealedPlan, "intent" | "conversation">): Generator<Diagnostic> {
  const used = new Set<string>();
  for (const [index, message] of conversation.messages.entries()) {
    for (const [position, part] of message.content.entries()) {
      if (part.type !== "media") continue;
      used.add(part.mediaId);
      const media = intent.media.find((each) => each.id === part.mediaId);
      if (media?.mimeType === part.mimeType && media.digest === part.digest) continue;
      const place = `conversation.messages[${index}].content[${position}]`;
      yield error("plan.media-binding", `Media "${part.mediaId}" is not the one that was attached.`, place);
    }
  }
  for (const [index, { id }] of intent.media.entries()) {
    if (!used.has(id))
      yield error("plan.media-missing", `Media "${id}" is attached but never sent.`, `intent.media[${index}]`);
  }
}
