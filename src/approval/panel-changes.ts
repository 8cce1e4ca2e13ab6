import { canonicalJson } from "../contract/canonical-json.ts";
import type { ContentPart } from "../contract/conversation.ts";
import { type LimitsReceipt, limitNames } from "../contract/limits.ts";
import type { Destination, ExecutionFacts } from "../contract/runtime/execution-facts.ts";
import type { ApprovedSetup, JudgedSetup } from "../contract/runtime/judged-setup.ts";
import { formatBytes, formatCount, formatDuration } from "../text/format.ts";
import { type LineDiff, lineDiff } from "../text/line-diff.ts";
import { hostInWords, shownPath } from "./panel-words.ts";

/** What a person judges, in the parts in which a change is told; `rest` holds whatever no other names. */
const partNames = [
  "model",
  "where",
  "tools",
  "files",
  "prompt",
  "limits",
  "env",
  "cost",
  "host",
  "rest",
  "profile",
] as const;
export type PartName = (typeof partNames)[number];

export interface SetupChange {
  readonly part: PartName;
  /** For one row: what it was and what it is, `200k → 300k`. */
  readonly brief: string;
  readonly diff: LineDiff;
}

/** Every part that is not as it was at the last yes. Where the profile's text changed nothing else, that alone is told. */
export function changesSince(before: ApprovedSetup, judged: JudgedSetup, host: string, home?: string): SetupChange[] {
  const [old, now] = [partsOf(before.judged, before.host), partsOf(judged, host)];
  const changed = partNames.filter((part) => old[part] !== now[part]);
  return changed
    .filter((part) => part !== "profile" || changed.length === 1)
    .map((part) => {
      const diff = lineDiff(old[part], now[part]);
      return { part, brief: briefly(part, before.judged, judged, diff, home), diff };
    });
}

function partsOf(setup: JudgedSetup, host: string): Record<PartName, string> {
  const { model, thinkingLevel, tools, limits, prompt, facts, backend, provenance, ...rest } = setup;
  return {
    model: `${model.provider} / ${model.id}\nthinking ${thinkingLevel}`,
    where: destinationText(facts),
    tools: tools.map(({ name, ...tool }) => `${name} ${pretty(tool)}`).join("\n"),
    files: filesText(facts),
    prompt: promptText(prompt),
    limits: limitsText(limits),
    env: (facts?.environment ?? []).join("\n"),
    cost: pretty(facts?.price ?? null),
    host: `prompt by ${hostInWords(host)}\nPi ${facts?.piVersion}, Node ${facts?.nodeVersion}\nbackend ${pretty(backend)}`,
    rest: pretty({ ...rest, facts: factsLeft(facts) }),
    profile: pretty(provenance),
  };
}

function destinationText(facts: ExecutionFacts | null): string {
  if (facts === null) return "not stated";
  return Object.entries(destinationLines(facts.destination))
    .map(([name, text]) => `${name}: ${text}`)
    .join("\n");
}

function destinationLines(destination: Destination): Readonly<Record<string, string>> {
  const { provider, modelId, api, baseUrl, headerNames, proxy, tls, origin } = destination;
  return {
    model: `${provider} ${modelId}, ${api}`,
    address: baseUrl,
    proxy: proxy ?? "none",
    TLS: tls,
    "defined by": origin,
    headers: headerNames.join(", ") || "Pi's own",
  };
}

function filesText(facts: ExecutionFacts | null): string {
  const listed = (words: string, names: readonly string[]) => names.map((name) => `${words} ${name}`);
  if (facts === null) return "not stated";
  return [
    `under ${facts.root}`,
    ...listed("refused", facts.deniedPaths),
    ...listed("allowed", facts.allowedPaths),
  ].join("\n");
}

function promptText({ systemPrompt, messages }: JudgedSetup["prompt"]): string {
  const partText = (part: ContentPart) => (part.type === "text" ? part.text : `${part.mimeType} ${part.digest}`);
  return [systemPrompt, ...messages.map(({ role, content }) => `[${role}]\n${content.map(partText).join("\n")}`)].join(
    "\n",
  );
}

function limitsText({ asked, accepted }: JudgedSetup["limits"]): string {
  return limitNames
    .map((name) => `${name}: ${limitText(accepted[name])}, asked for ${limitText(asked[name])}`)
    .join("\n");
}

function limitText(limit: { readonly value: number; readonly enforcement: string } | undefined): string {
  return limit ? `${limit.value} (${limit.enforcement})` : "none";
}

const toldFacts: readonly string[] = [
  "destination",
  "environment",
  "price",
  "root",
  "deniedPaths",
  "allowedPaths",
  "piVersion",
  "nodeVersion",
];

/** Facts that no other part tells. */
function factsLeft(facts: ExecutionFacts | null) {
  return Object.fromEntries(Object.entries(facts ?? {}).filter(([name]) => !toldFacts.includes(name)));
}

function pretty(value: unknown): string {
  return JSON.stringify(JSON.parse(canonicalJson(value)), null, 2);
}

function briefly(part: PartName, before: JudgedSetup, now: JudgedSetup, diff: LineDiff, home?: string): string {
  switch (part) {
    case "tools":
      return differenceOf(names(before), names(now));
    case "env":
      return differenceOf(before.facts?.environment ?? [], now.facts?.environment ?? []);
    case "limits":
      return limitsBrief(before.limits.accepted, now.limits.accepted);
    case "where":
      return whereBrief(before.facts?.destination, now.facts?.destination);
    case "files":
      return filesBrief(before.facts?.root, now.facts?.root, home);
    case "prompt":
      return `+${diff.added} -${diff.removed} lines`;
    default:
      return "";
  }
}

function filesBrief(before: string | undefined, now: string | undefined, home: string | undefined): string {
  if (before === now) return "";
  const [old, current] = [before, now].map((root) => (root === undefined ? "not stated" : shownPath(root, home)));
  return `${old} → ${current}`;
}

/** The host where that is another; else what of the way there differs, by the names of the page. */
function whereBrief(before: Destination | undefined, now: Destination | undefined): string {
  if (before === undefined || now === undefined || before.host !== now.host)
    return `${before?.host ?? "not stated"} → ${now?.host ?? "not stated"}`;
  const [old, current] = [destinationLines(before), destinationLines(now)];
  const differing = Object.keys(current).filter((name) => old[name] !== current[name]);
  const [only, ...others] = differing;
  return only === "defined by" && others.length === 0 ? `${only} (was ${before.origin})` : differing.join(", ");
}

function names({ tools }: JudgedSetup): string[] {
  return tools.map(({ name }) => name);
}

function differenceOf(before: readonly string[], now: readonly string[]): string {
  const added = now.filter((each) => !before.includes(each)).map((each) => `+${each}`);
  const removed = before.filter((each) => !now.includes(each)).map((each) => `-${each}`);
  return [...added, ...removed].join(" ");
}

function limitsBrief(before: LimitsReceipt, now: LimitsReceipt): string {
  const by = (name: keyof LimitsReceipt, words: (size: number) => string, unit = ""): string[] => {
    const [old, current] = [before[name]?.value, now[name]?.value];
    if (old === current) return [];
    if (old === undefined || current === undefined) return [`${name} ${current === undefined ? "gone" : "new"}`];
    return [`${words(old)} → ${words(current)}${unit}`];
  };
  return [
    ...by("tokenBudget", formatCount, " tokens"),
    ...by("maxTurns", String, " turns"),
    ...by("timeoutMs", formatDuration),
    ...by("maxOutputBytes", formatBytes),
  ].join(" ");
}
