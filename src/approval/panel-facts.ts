import type { LimitsReceipt } from "../contract/limits.ts";
import type { Destination } from "../contract/runtime/execution-facts.ts";
import type { SealedPlan } from "../contract/runtime/sealed-plan.ts";
import { escapeText } from "../text/escape.ts";
import { formatBytes, formatCount, formatDuration } from "../text/format.ts";
import { type Line, type Span, span } from "../ui/line.ts";
import type { ApprovalSubject } from "./approver.ts";
import { costInWords } from "./cost.ts";

/** One row of facts. The smaller the rank, the longer it stays on a small screen. */
export interface Fact {
  readonly label: string;
  readonly value: Line;
  readonly rank: number;
}

/** What a person judges, in the order it is read. Values are escaped here, once. */
export function panelFacts(subject: ApprovalSubject): Fact[] {
  const { plan } = subject;
  const facts: Fact[] = [
    { label: "Who", value: whoLine(subject), rank: 1 },
    { label: "Where", value: modelLine(plan), rank: 3 },
    { label: "", value: destinationLine(subject), rank: 2 },
    { label: "Attach", value: attachedLine(subject), rank: 3 },
    { label: "Reads", value: toolsLine(plan), rank: 4 },
    { label: "", value: rootLine(plan), rank: 4 },
    { label: "Guard", value: guardLine(plan), rank: 7 },
    { label: "Stop", value: [span(limitsInWords(plan.preflight.limits, subject.idleTimeoutMs))], rank: 6 },
    { label: "Cost", value: [span(costInWords(plan))], rank: 5 },
    { label: "Gets", value: environmentLine(plan), rank: 9 },
  ];
  return [...enablesFact(subject), ...facts.filter((fact) => fact.value.length > 0), ...warningsFact(subject)];
}

function attachedLine({ attached = [] }: ApprovalSubject): Line {
  if (attached.length === 0) return [];
  const named = attached.map(({ source, bytes }) => `${escapeText(source)} (${formatBytes(bytes)})`).join(", ");
  return [span(named, "strong"), span("  in full on page 2", "muted")];
}

function enablesFact(subject: ApprovalSubject): Fact[] {
  if (!subject.enables) return [];
  const words = `not enabled yet; Ctrl+Y also enables it in ${escapeText(subject.enables.file)}`;
  return [{ label: "Enable", value: [span(words, "warning")], rank: 0 }];
}

function warningsFact(subject: ApprovalSubject): Fact[] {
  const [first] = subject.diagnostics;
  if (!first) return [];
  const count = subject.diagnostics.length;
  const words = `${count === 1 ? "" : `${count}, first: `}${escapeText(first.message)}`;
  return [{ label: "Note", value: [span(words, "warning")], rank: 8 }];
}

function whoLine({ profile, host }: ApprovalSubject): Line {
  const said = [profile.name, profile.description].filter((each) => each !== undefined && each !== "").join(": ");
  const from = `  from ${escapeText(profile.from)}${ourHosts.includes(host) ? "" : ` · prompt by ${escapeText(host)}`}`;
  const told: Span[] = said === "" ? [] : [span("  ▏", "muted"), span(escapeText(said))];
  return [span(escapeText(profile.id), "strong"), span(from, "muted"), ...told];
}

/** A foreign host is named first; our own only on the last page. */
const ourHosts: readonly string[] = ["ours", "pi-forge-agent"];

function modelLine(plan: SealedPlan): Line {
  const { model, thinkingLevel } = plan.preflight;
  return [
    span(`${escapeText(model.provider)} / ${escapeText(model.id)}`, "strong"),
    span(` · thinking ${thinkingLevel}`),
  ];
}

function destinationLine({ plan, sessionProvider }: ApprovalSubject): Line {
  const destination = plan.preflight.facts?.destination;
  if (!destination) return [span("sends to: the backend does not say", "warning")];
  const same = sessionProvider === destination.provider;
  const chat = same ? "same provider as this chat" : sessionProvider === null ? "" : "NOT this chat's provider";
  return [
    span("sends to "),
    span(escapeText(destination.host), "strong"),
    ...unencrypted(destination),
    ...(chat === "" ? [] : [span(`  (${chat})`, same ? "muted" : "warning")]),
    span(`  ${destination.proxy === null ? "no proxy" : `through proxy ${escapeText(destination.proxy)}`}`),
    ...(destination.origin === "built-in" ? [] : [span(`  defined by: ${destination.origin}`, "muted")]),
  ];
}

function unencrypted(destination: Destination): Span[] {
  return /^https:/i.test(destination.baseUrl) ? [] : [span(" not encrypted", "warning")];
}

function toolsLine(plan: SealedPlan): Line {
  if (plan.effectiveTools.length === 0) return [span("nothing: it has no tools")];
  const beyond = plan.effectiveTools.filter((tool) => tool.effects.some((effect) => effect !== "filesystem-read"));
  const names = plan.effectiveTools.map((tool) => escapeText(tool.name)).join(" ");
  const more = beyond.map((tool) => `${escapeText(tool.name)} (${tool.effects.join(", ")})`).join(", ");
  return more === ""
    ? [span(names, "strong")]
    : [span(names, "strong"), span(`  MORE THAN READING: ${more}`, "danger")];
}

const namedPatterns = 3;

function rootLine(plan: SealedPlan): Line {
  const facts = plan.preflight.facts;
  const root = facts?.root ?? plan.promptRuntime.options.cwd;
  if (plan.effectiveTools.length === 0) return [span("in "), span(escapeText(root), "strong")];
  const denied = facts?.deniedPaths ?? [];
  return [
    span("under "),
    span(escapeText(root), "strong"),
    ...(facts && facts.allowedPaths.length > 0 ? [span(` also ${shortList(facts.allowedPaths)}`, "warning")] : []),
    ...(denied.length > 0 ? [span(`  not ${shortList(denied)}`, "muted")] : []),
  ];
}

function shortList(names: readonly string[], most = namedPatterns): string {
  const shown = names.slice(0, most).map(escapeText).join(" ");
  return names.length > most ? `${shown} +${names.length - most}` : shown;
}

function guardLine(plan: SealedPlan): Line {
  const { backend, access } = plan.preflight;
  return [
    span(`${escapeText(backend.id)} ${escapeText(backend.version)}: ${boundaryInShort(access.executionBoundary)}`),
  ];
}

function boundaryInShort(boundary: "isolated" | "shared-user" | undefined): string {
  return boundary === "shared-user"
    ? "our checks; runs as you, no OS sandbox"
    : "isolated from your files and processes";
}

/** "Read-only" names the tools the model sees; on a shared-user backend the process keeps the user's rights. */
export function boundaryInWords(boundary: "isolated" | "shared-user" | undefined): string {
  return boundary === "shared-user"
    ? "checked by our tools; the process still runs as you, no OS sandbox"
    : "isolated by the backend from your files and processes";
}

export function limitsInWords(limits: LimitsReceipt, idleTimeoutMs: number): string {
  const softly = (limit: { readonly enforcement: string }) =>
    limit.enforcement === "best-effort" ? " (not enforced)" : "";
  const { timeoutMs, maxTurns, tokenBudget, maxOutputBytes } = limits;
  return [
    timeoutMs ? `${formatDuration(timeoutMs.value)}${softly(timeoutMs)}` : "no time limit",
    `idle ${formatDuration(idleTimeoutMs)}`,
    maxTurns ? `${maxTurns.value} turns${softly(maxTurns)}` : "any number of turns",
    tokenBudget ? `${formatCount(tokenBudget.value)} tokens${softly(tokenBudget)}` : "no token limit",
    ...(maxOutputBytes ? [`answer ${formatBytes(maxOutputBytes.value)}${softly(maxOutputBytes)}`] : []),
  ].join(" · ");
}

function environmentLine(plan: SealedPlan): Line {
  const names = plan.preflight.facts?.environment;
  if (names === undefined) return [];
  if (names.length === 0) return [span("no environment variables")];
  // What may hold a secret is worth more of the row than PATH is.
  const telling = [...names].sort((a, b) => Number(secretive.test(b)) - Number(secretive.test(a)));
  return [span(`env ${shortList(telling, 5)}`)];
}

const secretive = /key|token|secret|proxy|cert|auth/i;
