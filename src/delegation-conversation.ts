import type { Conversation } from "./contract/conversation.ts";
import { type Diagnostic, error, hasErrors } from "./contract/diagnostic.ts";
import { failure, type Outcome, success } from "./contract/outcome.ts";
import type { AgentRequest } from "./contract/product/agent-request.ts";
import type { PrepareReply, PrepareRequest } from "./contract/product/host-port.ts";
import { type InitialMessages, prepareSubagentInitialMessages } from "./contract/product/initial-messages.ts";
import type { AgentProfileSnapshot } from "./contract/product/profile-snapshot.ts";
import type { AcceptedPreflight } from "./contract/runtime/preflight.ts";
import type { ForgeHost } from "./host/forge-host.ts";

/** What the host compiled for one accepted preflight, with the selected context and the task in their places. */
export interface CompiledConversation {
  readonly reply: PrepareReply;
  readonly initial: InitialMessages;
  /** Exactly what is sealed. */
  readonly conversation: Conversation;
}

/** Lets the host compile, and refuses what it hands back when it is not the profile that was resolved before. */
export async function compileThrough(
  host: ForgeHost,
  request: AgentRequest,
  snapshot: AgentProfileSnapshot,
  preflight: AcceptedPreflight,
): Promise<Outcome<CompiledConversation>> {
  const reply = await host.prepare(prepareRequest(request, snapshot, preflight));
  if (!reply.ok) return reply;
  if (!sameSnapshot(reply.value.profileSnapshot, snapshot)) {
    return failure(profileDrift(snapshot.profileId, "between resolving and compiling"));
  }
  const stackMessages = reply.value.messages.filter((each) => each.source === "prompt-stack");
  const initial = prepareSubagentInitialMessages(request, stackMessages);
  const diagnostics = [...reply.value.diagnostics, ...initial.diagnostics];
  if (hasErrors(diagnostics)) return failure(...diagnostics);
  const conversation = {
    systemPrompt: reply.value.systemPrompt,
    messages: initial.messages.map(({ role, content }) => ({ role, content: [...content] })),
  };
  return success({ reply: reply.value, initial, conversation }, diagnostics);
}

/** What the host needs to know to compile for one accepted preflight. */
export function prepareRequest(
  { input, access }: AgentRequest,
  { profileId }: AgentProfileSnapshot,
  { model, thinkingLevel, toolCatalog }: AcceptedPreflight,
): PrepareRequest {
  const { level, network, allowProcess } = access;
  return {
    profile: profileId,
    task: { text: input.text },
    access: { level, network, allowProcess: allowProcess === true },
    backend: {
      model,
      thinkingLevel,
      toolCatalog: toolCatalog.map(({ id, name, effects }) => ({ id, name, effects: [...effects] })),
    },
  };
}

export function sameSnapshot(one: AgentProfileSnapshot, other: AgentProfileSnapshot): boolean {
  return (
    one.profileId === other.profileId &&
    one.profileFingerprint === other.profileFingerprint &&
    one.promptStackId === other.promptStackId &&
    one.promptStackFingerprint === other.promptStackFingerprint
  );
}

export function profileDrift(profileId: string, when: string): Diagnostic {
  return error(
    "plan.profile-drift",
    `Profile "${profileId}" or its stack changed ${when}: ask again to see the new plan.`,
  );
}
