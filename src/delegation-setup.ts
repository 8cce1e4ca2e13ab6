import type { Conversation } from "./contract/conversation.ts";
import type { Outcome } from "./contract/outcome.ts";
import type { AgentRequest } from "./contract/product/agent-request.ts";
import type { PrepareReply, PrepareRequest } from "./contract/product/host-port.ts";
import type { AgentProfileSnapshot } from "./contract/product/profile-snapshot.ts";
import type { SealedPlan } from "./contract/runtime/sealed-plan.ts";
import { setupFingerprint } from "./contract/runtime/setup-fingerprint.ts";
import { type CompiledConversation, prepareRequest, sameSnapshot } from "./delegation-conversation.ts";

/** Compiles once more, at another time where the host lets it. */
export type CompileCanary = (request: PrepareRequest) => Promise<Outcome<PrepareReply>>;

/** What a sealed plan was made from. */
interface SetupSource {
  readonly request: AgentRequest;
  readonly snapshot: AgentProfileSnapshot;
  readonly compiled: CompiledConversation;
}

/** The name of everything a person judges but the task; null when the task, or the time, shows up in the rest of the prompt. */
export async function setupOfPlan(
  plan: SealedPlan,
  { request, snapshot, compiled }: SetupSource,
  compileCanary: CompileCanary,
  nonce: string,
): Promise<string | null> {
  const text = `Canary ${nonce}`;
  const canary = await compileCanary(prepareRequest({ ...request, input: { text } }, snapshot, plan.preflight));
  if (!canary.ok || !sameSnapshot(canary.value.profileSnapshot, snapshot)) return null;
  return setupFingerprint(plan, conversationOf(canary.value), attachedMessages(compiled)) ?? null;
}

/** How many messages at the beginning quote what is attached to the task. */
export function attachedMessages({ initial }: CompiledConversation): number {
  return initial.messages.filter((each) => each.source === "selected-context").length;
}

function conversationOf({ systemPrompt, messages }: PrepareReply): Conversation {
  return { systemPrompt, messages: messages.map(({ role, content }) => ({ role, content: [...content] })) };
}
