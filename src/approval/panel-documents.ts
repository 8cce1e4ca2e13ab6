import type { ContentPart } from "../contract/conversation.ts";
import { type Diagnostic, worstFirst } from "../contract/diagnostic.ts";
import type { SealedPlan } from "../contract/runtime/sealed-plan.ts";
import { formatBytes } from "../text/format.ts";
import type { Section } from "../ui/text-document.ts";
import type { ApprovalSubject } from "./approver.ts";
import { costInWords } from "./cost.ts";
import { partWords } from "./fact-since.ts";
import type { SetupChange } from "./panel-changes.ts";
import { boundaryInWords, hostInWords, limitsInWords, timeInWords } from "./panel-words.ts";

/** The sealed conversation, complete and in the order it is sent. */
export function promptSections(plan: SealedPlan, attached = false): Section[] {
  const { systemPrompt, messages } = plan.conversation;
  const last = messages.length - 1;
  return [
    { heading: `System prompt · ${formatBytes(Buffer.byteLength(systemPrompt))}`, text: systemPrompt },
    ...messages.flatMap((message, index) =>
      message.content.map((part, at) => ({
        heading: `Message ${index + 1} of ${messages.length} · ${message.role}${partName(at, message.content)}${index === last ? " · the task" : attached && index === 0 ? " · what is attached" : ""}`,
        text: partText(part),
      })),
    ),
  ];
}

function partName(index: number, parts: readonly ContentPart[]): string {
  return parts.length > 1 ? ` · part ${index + 1} of ${parts.length}` : "";
}

function partText(part: ContentPart): string {
  return part.type === "text" ? part.text : `${part.mimeType} ${part.mediaId}\n${part.digest}`;
}

/** Notes first, since they may decide it; the refused paths last, since they are many and the least surprising. */
export function rightsSections(subject: ApprovalSubject): Section[] {
  const { plan } = subject;
  const { backend, access, limits, facts } = plan.preflight;
  const destination = facts?.destination;
  return [
    ...notes(subject.diagnostics),
    {
      heading: "Tools the model may call",
      text:
        plan.effectiveTools
          .map((tool) => `${tool.name}: ${tool.effects.join(", ") || "no effects stated"}`)
          .join("\n") || "none",
    },
    { heading: "Working directory", text: facts?.root ?? plan.promptRuntime.options.cwd },
    ...listed("Allowed beyond the usual", facts?.allowedPaths),
    { heading: "Boundary", text: `${backend.id} ${backend.version}: ${boundaryInWords(access.executionBoundary)}` },
    { heading: "Limits", text: limitsInWords(limits, subject.idleTimeoutMs) },
    { heading: "Cost", text: costInWords(plan) },
    ...(destination
      ? [
          {
            heading: "Destination",
            text: `${destination.provider} ${destination.modelId}, ${destination.api}\n${destination.baseUrl}\nproxy: ${destination.proxy ?? "none"} · TLS: ${destination.tls} · defined by: ${destination.origin}\nheaders: ${destination.headerNames.join(", ") || "Pi's own"}`,
          },
        ]
      : []),
    ...listed("Environment variables the child gets, by name", facts?.environment),
    { heading: "Pi and Node", text: facts ? `Pi ${facts.piVersion}, Node ${facts.nodeVersion}` : "not stated" },
    ...(facts?.requestSettings === undefined
      ? []
      : [{ heading: "What the model's entry and Pi's settings add to a request", text: facts.requestSettings }]),
    ...listed("Refused inside the working directory, and always", facts?.deniedPaths),
  ];
}

function listed(heading: string, values: readonly string[] | undefined): Section[] {
  return values && values.length > 0 ? [{ heading, text: values.join("\n") }] : [];
}

function notes(diagnostics: readonly Diagnostic[]): Section[] {
  return worstFirst(diagnostics).map((each) => ({
    heading: `${each.level} · ${each.code}${each.file ? ` · ${each.file}` : ""}${each.path ? ` · ${each.path}` : ""}`,
    text: each.message,
  }));
}

export function idSections(subject: ApprovalSubject): Section[] {
  const { plan, profile, host } = subject;
  return [
    { heading: "Seal: execution fingerprint, this run only", text: plan.executionFingerprint },
    {
      heading: "Conversation fingerprint, the prompt; v compares what is shown with it",
      text: plan.conversationFingerprint,
    },
    { heading: "Prompt runtime fingerprint", text: plan.promptRuntime.promptRuntimeFingerprint },
    {
      heading: "Profile",
      text: [`${profile.id} from ${profile.from}`, profile.name, profile.description]
        .filter((each) => each !== undefined && each !== "")
        .join("\n"),
    },
    { heading: "Compiled by", text: hostInWords(host) },
    {
      heading: "Preparation, preflight, backend",
      text: `${plan.preparedRunId}\n${plan.preflightId}\n${plan.backendId}`,
    },
    {
      heading: "Where the prompt comes from",
      text:
        Object.entries(plan.intent.provenance)
          .map(([name, value]) => `${name}: ${value}`)
          .join("\n") || "not stated",
    },
  ];
}

/** What became of the profile's text since it was agreed to, and of the setup since the last yes, part by part; that there was none is said. */
export function changeSections(subject: ApprovalSubject, changes: readonly SetupChange[], now: number): Section[] {
  const { difference } = subject.enables ?? {};
  const agreed = difference
    ? [{ heading: "The profile's text since you agreed to it: - was, + is", text: difference.join("\n") }]
    : [];
  return [...agreed, ...setupSections(subject, changes, now)];
}

function setupSections({ lastYes }: ApprovalSubject, changes: readonly SetupChange[], now: number): Section[] {
  if (!lastYes) return [{ heading: "This is the first: you have not approved this profile in this project before." }];
  const when = timeInWords(lastYes.approvedAt, now);
  if (changes.length === 0) return [{ heading: `Nothing but the task differs from what you approved ${when}.` }];
  return [
    { heading: `Since what you approved ${when}: - was, + is` },
    ...changes.map(({ part, diff }) => ({
      heading: `${partWords[part]} · ${diff.added} new, ${diff.removed} gone`,
      text: diff.lines.join("\n"),
    })),
  ];
}
