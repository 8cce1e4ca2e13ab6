import { failure, type Outcome, success } from "../contract/outcome.ts";
import type { PrepareReply, PrepareRequest } from "../contract/product/host-port.ts";
import type { PromptStack } from "../contract/product/prompt-stack.ts";
import { prepareConversation } from "./compile-conversation.ts";
import { findProfile } from "./find-profile.ts";
import { findStack } from "./find-stack.ts";
import type { PortHandlers } from "./port-server.ts";
import { profileSummaries } from "./profile-summary.ts";
import { resolveProfile } from "./resolve-profile.ts";
import type { Workspace } from "./workspace.ts";

/** Answers from whatever workspace is current at that moment; each answer comes from one workspace. */
export function workspaceHandlers(current: () => Workspace, clock: () => Date): PortHandlers {
  return {
    listProfiles: () => success(profileSummaries(current())),
    resolveProfile: (selector) => resolveProfile(current(), selector),
    prepare: (request) => prepareInWorkspace(current(), request, clock().toISOString()),
  };
}

export function prepareInWorkspace(
  workspace: Workspace,
  request: PrepareRequest,
  preparedAt: string,
): Outcome<PrepareReply> {
  const resolved = resolveProfile(workspace, request.profile);
  if (!resolved.ok) return resolved;
  const stack = stackOf(workspace, request.profile);
  if (!stack.ok) return stack;
  const { cwd, registrations } = workspace;
  const source = { cwd, snapshot: resolved.value, stack: stack.value, registrations };
  return success(prepareConversation(source, request, preparedAt));
}

function stackOf(workspace: Workspace, selector: string): Outcome<PromptStack | null> {
  const found = findProfile(workspace, selector);
  if (!found.ok) return found;
  const { scope, profile, stack } = found.value;
  if (stack || profile.promptStack === null) return success(stack ?? null);
  const entry = findStack(workspace, scope, profile.promptStack);
  return entry.ok ? success(entry.value.stack) : failure(...entry.diagnostics);
}
