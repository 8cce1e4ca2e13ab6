import type { App } from "./app.ts";
import type { ProfileCatalog } from "./app-profiles.ts";
import { options } from "./command-line.ts";
import { type Verb, verbs } from "./command-line-verbs.ts";
import { delegationPolicy } from "./config/delegation-policy.ts";
import type { DelegationSettings } from "./config/delegation-settings.ts";
import type { Setting } from "./config/setting.ts";
import type { PreparedMessage } from "./contract/conversation.ts";
import { diagnosticLine } from "./contract/diagnostic-line.ts";
import type { PlannedDelegation } from "./delegate.ts";
import type { ProfileEntry } from "./host/workspace-entry.ts";
import { capLine } from "./text/cap.ts";
import { escapeText } from "./text/escape.ts";

export type ReportVerb = Exclude<Verb, "run" | "plan" | "history" | "init">;

/** What a person asks about this session, as text. */
export async function report(app: App, verb: ReportVerb, where: "pi" | "terminal" = "pi"): Promise<string> {
  switch (verb) {
    case "help":
      return help(where);
    case "profiles":
      return profilesReport(app);
    case "config":
      return configReport(app);
    case "backends":
      return backendsReport(app);
    case "status":
      return [trustReport(app), await profilesReport(app), backendsReport(app), configReport(app)].join("\n\n");
  }
}

/** The sealed plan as text: rights first, then every byte of the prompt. */
export function planText({ plan, prepared, terms, diagnostics }: PlannedDelegation): string {
  const { facts } = plan.preflight;
  const { destination } = facts ?? {};
  const tools = prepared.plan.effectiveTools.map((tool) => tool.name).join(" ") || "none";
  const limits = Object.entries(plan.limits).map(([name, limit]) => `${name} ${limit?.value} (${limit?.enforcement})`);
  const lines = [
    `profile      ${plan.profile.profileId}  (${terms.from})`,
    `model        ${plan.model.provider}/${plan.model.id}  thinking ${plan.thinkingLevel}`,
    ...(destination ? [`sends to     ${destination.host}  proxy ${destination.proxy ?? "none"}`] : []),
    `backend      ${plan.backendId}  ${plan.access.executionBoundary ?? "isolated"}`,
    `tools        ${tools}`,
    ...(facts ? [`reads under  ${facts.root}`, `environment  ${facts.environment.join(" ")}`] : []),
    `limits       ${limits.join(", ")}`,
    `conversation ${plan.conversationFingerprint}`,
    `execution    ${plan.executionFingerprint}`,
    ...diagnostics.map(diagnosticLine),
    "",
    "--- system prompt ---",
    plan.systemPrompt,
    ...plan.messages.flatMap((message, index) => [
      `--- message ${index + 1}: ${message.role} (${message.source ?? "unknown"}) ---`,
      textOf(message),
    ]),
  ];
  return lines.join("\n");
}

function textOf(message: PreparedMessage): string {
  return message.content.map((part) => (part.type === "text" ? part.text : `[media ${part.mediaId}]`)).join("\n");
}

export function help(where: "pi" | "terminal"): string {
  const command = where === "pi" ? "/forge-agent" : "forge-agent";
  const shown = options.filter((option) => option.where === "everywhere" || option.where === where);
  const width = Math.max(...verbs.map((verb) => verb.usage.length));
  const named = shown.map((option) => ({
    ...option,
    text: `${option.name}${option.value === undefined ? "" : ` ${option.value}`}`,
  }));
  const optionWidth = Math.max(...named.map((option) => option.text.length));
  return [
    ...verbs.map((verb) => `${command} ${verb.usage.padEnd(width)}  ${verb.summary}`),
    "",
    ...named.map((option) => `  ${option.text.padEnd(optionWidth)}  ${option.summary}`),
    "",
    "Options come before the task; -- ends them. Every byte after that is the task.",
    ...(where === "terminal" ? ['A task of "-" is read from standard input.'] : []),
  ].join("\n");
}

function trustReport(app: App): string {
  const trust = app.trust();
  const since = trust.since === undefined ? "" : ` since ${trust.since}`;
  const files = trust.files.map((file) => `  ${file.status.padEnd(8)} ${escapeText(file.path)}`);
  const state =
    trust.files.length === 0 ? "nothing to trust: the project has no files of this kind" : `${trust.state}${since}`;
  return [`project ${escapeText(trust.root)}: ${state}`, ...files, ...trust.diagnostics.map(diagnosticLine)].join("\n");
}

async function profilesReport(app: App): Promise<string> {
  const catalog = await app.catalog();
  if (!catalog.ok) return catalog.diagnostics.map(diagnosticLine).join("\n");
  const { settings } = app.settings();
  const { profiles, diagnostics } = catalog.value;
  return [
    "profiles",
    ...profiles.flatMap((entry) => profileLines(entry, settings, catalog.value)),
    ...diagnostics.map((each) => `  ${diagnosticLine(each)}`),
  ].join("\n");
}

function profileLines(entry: ProfileEntry, settings: DelegationSettings, catalog: ProfileCatalog): string[] {
  const id = `${entry.scope}:${entry.id}`;
  const policy = delegationPolicy(settings, id);
  const enabled = policy.enabled ? "enabled" : entry.kind === "built-in" ? "for you, not for the model" : "not enabled";
  const state = entry.usable ? enabled : "cannot be used";
  const { model, thinkingLevel, description } = entry.profile;
  const host = catalog.foreignHost === null ? "" : ` host ${catalog.foreignHost.hostId}`;
  return [
    `  ${escapeText(id)}  ${state}  ${escapeText(`${model.provider}/${model.id}`)} thinking ${thinkingLevel}  (${escapeText(entry.from)})${host}`,
    ...(description === undefined ? [] : [`    ${escapeText(capLine(description, 200))}`]),
    ...entry.diagnostics.map((each) => `    ${diagnosticLine(each)}`),
  ];
}

function backendsReport(app: App): string {
  const lines = app
    .backends()
    .flatMap(({ id, version, capabilities }) => [
      `  ${id} ${version}  ${capabilities.executionBoundaries.join(", ")}: runs with your own rights, no OS sandbox`,
      ...Object.entries(capabilities.limits).map(([name, how]) => `    ${name.padEnd(14)} ${how.join(", ")}`),
    ]);
  return ["backends", ...lines].join("\n");
}

function configReport(app: App): string {
  const { settings, diagnostics } = app.settings();
  const { profiles, modelAliases, ...plain } = settings;
  const rows = Object.entries(plain).map(([name, setting]) => settingLine(name, setting));
  const entries = [...profiles].map(([id, entry]) =>
    settingLine(`profiles.${id}.enabled`, entry.enabled ?? { value: false, source: entry.source }),
  );
  const aliases = [...modelAliases].map(([alias, setting]) => settingLine(`modelAliases.${alias}`, setting));
  return ["config", ...rows, ...entries, ...aliases, ...diagnostics.map((each) => `  ${diagnosticLine(each)}`)].join(
    "\n",
  );
}

function settingLine(name: string, { value, source, file, line }: Setting<unknown>): string {
  const place = file === undefined ? "" : ` ${escapeText(file)}${line === undefined ? "" : `:${line}`}`;
  return `  ${escapeText(name).padEnd(38)} ${escapeText(JSON.stringify(value))}  ${source}${place}`;
}
