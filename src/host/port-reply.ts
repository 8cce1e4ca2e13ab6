import { type Static, Type } from "@sinclair/typebox";
import { type Check, checker } from "../contract/check.ts";
import { type Diagnostic, error } from "../contract/diagnostic.ts";
import { frozenIfJson } from "../contract/frozen.ts";
import { plainCopy } from "../contract/plain-copy.ts";
import { PrepareReply, ProfileSummary } from "../contract/product/host-port.ts";
import { AgentProfileSnapshot } from "../contract/product/profile-snapshot.ts";
import { portBounds } from "./port-bounds.ts";
import { type PortResult, portFailure } from "./port-exchange.ts";
import { jsonProblem } from "./port-json.ts";
import type { PortOperation } from "./port-protocol.ts";
import { prepareReplyProblems, snapshotProblems } from "./port-reply-rules.ts";
import { readPrepareRequest, readResolveRequest } from "./port-request.ts";

const closed = { additionalProperties: false } as const;
const code = "reply.invalid";

const ListReply = Type.Object({ profiles: Type.Array(ProfileSummary) }, closed);
const ResolveReply = Type.Object({ snapshot: AgentProfileSnapshot }, closed);

type ListReply = Static<typeof ListReply>;
type ResolveReply = Static<typeof ResolveReply>;

const checks = {
  listProfiles: checker(ListReply, { codes: { "": code } }),
  resolveProfile: checker(ResolveReply, { codes: { "": code } }),
  prepare: checker(PrepareReply, { codes: { "": code } }),
};

/** The data of a reply as a frozen copy, when it is what was asked for; a host on the bus may be anybody's. */
export function readReplyData(operation: PortOperation, payload: unknown, data: unknown): PortResult {
  const problem = jsonProblem(data, portBounds.replyChars);
  if (problem !== undefined) return portFailure("protocol", `The host's answer is refused: ${problem}.`);
  switch (operation) {
    case "listProfiles":
      return listReply(data);
    case "resolveProfile":
      return resolveReply(payload, data);
    case "prepare":
      return prepareReply(payload, data);
  }
}

export function listReply(data: unknown): PortResult<ListReply> {
  return judged(checks.listProfiles, data, () => []);
}

export function resolveReply(payload: unknown, data: unknown): PortResult<ResolveReply> {
  return judged(checks.resolveProfile, data, ({ snapshot }) => {
    const request = readResolveRequest(payload);
    return request.ok ? snapshotProblems(snapshot, request.value.profile, "snapshot") : request.diagnostics;
  });
}

export function prepareReply(payload: unknown, data: unknown): PortResult<PrepareReply> {
  return judged(checks.prepare, data, (reply) => {
    const request = readPrepareRequest(payload);
    return request.ok ? prepareReplyProblems(reply, request.value) : request.diagnostics;
  });
}

function judged<T>(check: Check<T>, data: unknown, rules: (value: T) => Iterable<Diagnostic>): PortResult<T> {
  // What cannot change is judged once, however many read it on its way.
  const read = check.read(frozenIfJson(plainCopy(data)));
  // In the order in which the host wrote it.
  if (!read.ok) return refused(check.read(data).diagnostics);
  const problems = [...rules(read.value)];
  return problems.length > 0 ? refused(problems) : { ok: true, data: read.value };
}

function refused(diagnostics: readonly Diagnostic[]): PortResult<never> {
  const first = diagnostics[0] ?? error(code, "The host's answer is malformed.");
  return { ok: false, code: "protocol", error: `The host's answer is refused: ${first.message}`, diagnostics };
}
