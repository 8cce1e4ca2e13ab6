import { type Diagnostic, error } from "../contract/diagnostic.ts";
import { fingerprint } from "../contract/fingerprint.ts";
import type { PrepareReply, PrepareRequest } from "../contract/product/host-port.ts";
import type { AgentProfileSnapshot } from "../contract/product/profile-snapshot.ts";
import { readDiagnostic } from "./port-envelope.ts";

const code = "reply.invalid";

/** What a snapshot of this selector must agree on within itself. */
export function* snapshotProblems(snapshot: AgentProfileSnapshot, selector: string, at: string): Iterable<Diagnostic> {
  const { profileId, profile, promptStackId, promptStack } = snapshot;
  if (!isSelectedBy(profileId, selector.trim()) || !isSelectedBy(profileId, profile.id)) {
    yield error(code, `"${profileId}" is not the profile "${selector}".`, `${at}.profileId`);
  }
  if (fingerprint(profile) !== snapshot.profileFingerprint) {
    yield error(
      "snapshot.profile-fingerprint",
      "The profile is not what its fingerprint covers.",
      `${at}.profileFingerprint`,
    );
  }
  const stackFingerprint = promptStack === null ? null : fingerprint(promptStack);
  if (stackFingerprint !== snapshot.promptStackFingerprint) {
    yield error(
      "snapshot.stack-fingerprint",
      "The stack is not what its fingerprint covers.",
      `${at}.promptStackFingerprint`,
    );
  }
  if (
    (promptStack === null) !== (promptStackId === null) ||
    (profile.promptStack === null) !== (promptStack === null)
  ) {
    yield error(code, "Profile, stack and stack id do not agree on whether there is a stack.", `${at}.promptStack`);
  }
}

function isSelectedBy(profileId: string, selector: string): boolean {
  return selector.includes(":")
    ? profileId === selector
    : /^(?:project|global):(.*)$/s.exec(profileId)?.[1] === selector;
}

/** What a reply to `prepare` must have in common with its request. */
export function* prepareReplyProblems(reply: PrepareReply, request: PrepareRequest): Iterable<Diagnostic> {
  yield* snapshotProblems(reply.profileSnapshot, request.profile, "profileSnapshot");
  if (reply.profileId !== request.profile && reply.profileId !== reply.profileSnapshot.profileId) {
    yield error(code, `The answer is about "${reply.profileId}", not "${request.profile}".`, "profileId");
  }
  const { model, thinkingLevel } = request.backend;
  if (reply.model.provider !== model.provider || reply.model.id !== model.id || reply.thinkingLevel !== thinkingLevel) {
    yield error(code, "The answer names another model or thinking level than was asked for.", "model");
  }
  yield* toolProblems(reply, request);
  yield* messageProblems(reply, request.task.text);
  for (const [index, each] of reply.diagnostics.entries()) {
    if (!readDiagnostic(each))
      yield error(code, `\`diagnostics[${index}]\` is no diagnostic.`, `diagnostics[${index}]`);
  }
  if (Number.isNaN(Date.parse(reply.preparedAt))) yield error(code, "`preparedAt` is no time.", "preparedAt");
}

function* toolProblems(
  { effectiveToolIds, effectiveToolNames }: PrepareReply,
  request: PrepareRequest,
): Iterable<Diagnostic> {
  const offered = new Map(request.backend.toolCatalog.map((tool) => [tool.id, tool.name ?? tool.id]));
  if (
    new Set(effectiveToolIds).size !== effectiveToolIds.length ||
    effectiveToolIds.length !== effectiveToolNames.length
  ) {
    yield error(code, "The tools of the answer are repeated, or have not one name each.", "effectiveToolIds");
  }
  for (const [index, id] of effectiveToolIds.entries()) {
    if (!offered.has(id)) {
      yield error(code, `Tool "${id}" is not in the catalogue.`, `effectiveToolIds[${index}]`);
    } else if (effectiveToolNames[index] !== offered.get(id)) {
      yield error(code, `Tool "${id}" has another name in the catalogue.`, `effectiveToolNames[${index}]`);
    }
  }
}

// The task stands once, at the end and whole: a host can neither change it nor put another one behind it.
function* messageProblems({ messages }: PrepareReply, task: string): Iterable<Diagnostic> {
  const last = messages.at(-1);
  const [part, ...more] = last?.content ?? [];
  const isTask = last?.role === "user" && last.protectedTask === true && last.source === "delegated-task";
  if (!isTask || part?.type !== "text" || part.text !== task || more.length > 0) {
    yield error(
      code,
      "The last message is not the task that was given.",
      `messages[${Math.max(0, messages.length - 1)}]`,
    );
  }
  for (const [index, message] of messages.slice(0, -1).entries()) {
    const at = `messages[${index}]`;
    if (message.protectedTask === true || message.source !== "prompt-stack") {
      yield error(code, `\`${at}\` claims to be something else than a message of the stack.`, at);
    }
    if (message.content.length === 0 || message.content.some((each) => each.type !== "text")) {
      yield error(code, `\`${at}\` must hold text.`, at);
    }
  }
}
