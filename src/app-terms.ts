import { enablingLine, fileToEnableIn } from "./app-enabling.ts";
import type { Agreement } from "./app-profiles.ts";
import { termsOfModelCall, unknownBackend } from "./app-unattended.ts";
import { commandName, type Door } from "./command-line-door.ts";
import { type DelegationPolicy, delegationPolicy } from "./config/delegation-policy.ts";
import type { DelegationSettings } from "./config/delegation-settings.ts";
import { type Diagnostic, error } from "./contract/diagnostic.ts";
import type { LimitsRequest } from "./contract/limits.ts";
import type { ChatDestination } from "./contract/model.ts";
import { failure, type Outcome, success } from "./contract/outcome.ts";
import type { Delegation, DelegationTerms } from "./delegation.ts";
import type { ForgeDirectories } from "./files/forge-directories.ts";
import type { ProfileEntry } from "./host/workspace-entry.ts";
import { lineDiff } from "./text/line-diff.ts";

export interface TermsInput {
  readonly settings: DelegationSettings;
  readonly entry: ProfileEntry;
  /** Agreement to the text itself, where the enabling entry names no file of ours; null where none is needed. */
  readonly agreement: Agreement | null;
  readonly directories: ForgeDirectories;
  readonly door: Door;
  readonly backendIds: readonly string[];
  /** A person can be asked, so a profile that is not enabled may be offered for enabling. */
  readonly canAsk: boolean;
  readonly chat: ChatDestination | null;
  /** `ours`, or the id of a foreign one. */
  readonly host: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** What configuration decides about delegating to one usable profile, or why it may not be. */
export function delegationTerms(delegation: Delegation, input: TermsInput): Outcome<DelegationTerms> {
  const { entry, agreement } = input;
  const profileId = `${entry.scope}:${entry.id}`;
  const { backend, timeoutMs } = delegation.overrides;
  const policy = delegationPolicy(input.settings, profileId, {
    ...(backend === undefined ? {} : { backend }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  const byPerson = delegation.asker !== "model";
  const enabled = policy.enabled || (entry.kind === "built-in" && byPerson);
  const agreed = agreement === null || agreement.grant.state === "granted";
  const file = fileToEnableIn(entry, input.directories);
  // Nobody can enable anything in a file that cannot be read, so nobody is asked to.
  const canEnable = input.canAsk && byPerson && !input.diagnostics.some((each) => isBroken(each, file));
  if (!(enabled && agreed) && !canEnable) {
    const refused = enabled
      ? changed(profileId, agreement, input.door)
      : byPerson
        ? disabled(profileId, file, policy)
        : disabledForModel(profileId);
    return failure(refused, ...input.diagnostics);
  }
  if (!input.backendIds.includes(policy.backend.id))
    return failure(unknownBackend(policy.backend.id, input.backendIds));
  const call = { ...input, policy: delegationPolicy(input.settings, profileId) };
  const unattended = byPerson ? success(false) : termsOfModelCall(delegation, call);
  if (!unattended.ok) return unattended;
  return success({
    profileId,
    backendId: policy.backend.id,
    limits: limitsOf(policy, entry),
    idleTimeoutMs: policy.idleTimeout.milliseconds,
    resultMaxChars: policy.resultMaxChars,
    ...(enabled && agreed ? {} : { enables: { ...enabling(file, agreement), ...(enabled && { enabled }) } }),
    from: entry.from,
    host: input.host,
    // A terminal command belongs to no chat.
    chat: delegation.asker === "terminal" ? null : input.chat,
    unattended: unattended.value,
    diagnostics: [...input.diagnostics, ...entry.diagnostics],
  });
}

/** The model means exactly what it writes: a bare id is the project's, so it never reaches a profile of another scope by accident. */
export function selectorOf({ asker, profile }: Delegation): string {
  return asker === "model" && !profile.includes(":") ? `project:${profile.trim()}` : profile;
}

function limitsOf(policy: DelegationPolicy, entry: ProfileEntry): LimitsRequest {
  const maxTurns = policy.limits.maxTurns.value ?? entry.maxTurns ?? null;
  const tokenBudget = policy.limits.tokenBudget.value;
  const maxOutputBytes = policy.limits.maxOutputBytes.value;
  return {
    timeoutMs: { value: policy.timeout.milliseconds, enforcement: "best-effort" },
    ...(maxTurns === null ? {} : { maxTurns: { value: maxTurns, enforcement: "required" as const } }),
    ...(tokenBudget === null ? {} : { tokenBudget: { value: tokenBudget, enforcement: "required" as const } }),
    ...(maxOutputBytes === null ? {} : { maxOutputBytes: { value: maxOutputBytes, enforcement: "required" as const } }),
  };
}

function isBroken(problem: Diagnostic, file: string): boolean {
  return problem.level === "error" && problem.file === file;
}

function disabled(profileId: string, file: string, { hint }: DelegationPolicy): Diagnostic {
  const how = `add "profiles": { ${enablingLine(profileId)} } to ${file}`;
  const message = `Profile "${profileId}" is not enabled for delegation; ${how}.${hint === undefined ? "" : ` ${hint}`}`;
  return error("host.profile-disabled", message, { path: "profiles", file });
}

/** Enabling is the person's to do, so the model is not told where rights are written. */
function disabledForModel(profileId: string): Diagnostic {
  const message = `Profile "${profileId}" is not enabled for delegation by a model; the user can enable it, and ${commandName("pi")} profiles tells them how.`;
  return error("host.profile-disabled", message, "profiles");
}

/** What approving does besides: all of it is shown, and a difference by then refuses the run. */
function enabling(file: string, agreement: Agreement | null): NonNullable<DelegationTerms["enables"]> {
  if (agreement === null) return { file };
  const { content, grant } = agreement;
  if (grant.state !== "changed" || grant.before === null || content.text === null) return { file, content };
  return { file, content, difference: lineDiff(grant.before, content.text).lines };
}

function changed(profileId: string, agreement: Agreement | null, door: Door): Diagnostic {
  const { grant } = agreement ?? {};
  const what = grant?.state === "changed" ? `changed since it was agreed to (${grant.since})` : "was never agreed to";
  const message = `The text of profile "${profileId}" ${what}; run it once with ${commandName(door)} run to see and approve it.`;
  return error("host.content-changed", message, "profiles");
}
