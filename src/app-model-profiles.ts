import type { App } from "./app.ts";
import { capJson, textBudget } from "./app-summary.ts";
import { commandName } from "./command-line-door.ts";
import { type DelegationPolicy, delegationPolicy } from "./config/delegation-policy.ts";
import { withoutInfos } from "./contract/diagnostic.ts";
import { diagnosticLine } from "./contract/diagnostic-line.ts";
import type { ProfileEntry } from "./host/workspace-entry.ts";
import { capLine } from "./text/cap.ts";
import { formatDuration } from "./text/format.ts";

/** What the parent model may delegate to, for the model as text and for programs as data. */
export interface ModelProfiles {
  readonly text: string;
  readonly details: ModelProfilesDetails;
}

export interface ModelProfilesDetails {
  readonly status: "completed" | "disabled";
  readonly invocationToolAvailable: boolean;
  readonly approvalMode: "interactive" | "unattended-config" | "nobody-to-ask";
  readonly defaultBackend: DelegationPolicy["backend"];
  readonly timeout: DelegationPolicy["timeout"];
  readonly configWarnings: readonly string[];
  readonly profiles: readonly ModelProfile[];
}

export interface ModelProfile {
  /** `scope:id` */
  readonly id: string;
  readonly name?: string;
  readonly description?: string;
  readonly model: string;
  readonly thinkingLevel: string;
  readonly promptStack: string | null;
  readonly backend: string;
  readonly timeoutMs: number;
  readonly status: "ready" | "unavailable";
  /** Why it is unavailable. */
  readonly reasons: readonly string[];
}

export interface ProfilesOptions {
  readonly invocationToolAvailable: boolean;
  readonly canAsk: boolean;
}

/** Only what is enabled. A profile is ready exactly when a call for it would not be refused now, apart from having to be approved. */
export async function profilesForModel(app: App, options: ProfilesOptions): Promise<ModelProfiles> {
  const catalog = await app.catalog();
  const { settings, diagnostics } = app.settings();
  const general = delegationPolicy(settings, "");
  const entries = catalog.ok ? catalog.value.profiles : [];
  const enabled = entries.filter((entry) => delegationPolicy(settings, idOf(entry)).enabled);
  const profiles: ModelProfile[] = [];
  for (const entry of enabled) profiles.push(await modelProfile(app, entry, delegationPolicy(settings, idOf(entry))));
  const known = new Set(entries.map(idOf));
  const missing = [...settings.profiles]
    .filter(([id, entry]) => entry.enabled?.value === true && !known.has(id))
    .map(([id]) => `"${id}" is enabled, but there is no such profile.`);
  const details: ModelProfilesDetails = {
    status: catalog.ok ? "completed" : "disabled",
    invocationToolAvailable: options.invocationToolAvailable,
    approvalMode: general.unattended.allowed ? "unattended-config" : options.canAsk ? "interactive" : "nobody-to-ask",
    defaultBackend: general.backend,
    timeout: general.timeout,
    configWarnings: [
      ...(catalog.ok ? [] : catalog.diagnostics.map(diagnosticLine)),
      ...withoutInfos(diagnostics).map(diagnosticLine),
      ...untrusted(app),
      ...(catalog.ok ? missing : []),
    ],
    profiles,
  };
  return { text: capJson(profilesText(details), textBudget / 2), details: bounded(details) };
}

function idOf({ scope, id }: ProfileEntry): string {
  return `${scope}:${id}`;
}

async function modelProfile(app: App, entry: ProfileEntry, policy: DelegationPolicy): Promise<ModelProfile> {
  const { name, description, model, thinkingLevel, promptStack } = entry.profile;
  const id = idOf(entry);
  const terms = await app.terms({ asker: "model", profile: id, task: "", overrides: {} });
  const reasons = terms.ok ? [] : terms.diagnostics.filter(({ code }) => code !== "approval.no-ui");
  return {
    id,
    ...(name === undefined ? {} : { name: capLine(name, 100) }),
    ...(description === undefined ? {} : { description: capLine(description, 1_000) }),
    model: `${model.provider}/${model.id}`,
    thinkingLevel,
    promptStack,
    backend: policy.backend.id,
    timeoutMs: policy.timeout.milliseconds,
    status: reasons.length === 0 ? "ready" : "unavailable",
    reasons: reasons.map(diagnosticLine),
  };
}

function untrusted(app: App): string[] {
  const { state, files } = app.trust();
  if (state === "trusted" || files.length === 0) return [];
  return [
    `This project is not trusted, so its own profiles are not used; the user can answer that at ${commandName("pi")} run.`,
  ];
}

const approvals: Readonly<Record<ModelProfilesDetails["approvalMode"], string>> = {
  interactive: "A person approves each call.",
  "unattended-config": "Calls run without asking, as this project's configuration says; leave out model and backend.",
  "nobody-to-ask": "Nobody can approve in this mode, so every call will be refused.",
};

function profilesText(details: ModelProfilesDetails): string {
  const { profiles, configWarnings, defaultBackend, timeout } = details;
  const ready = profiles.filter((each) => each.status === "ready");
  const unavailable = profiles.filter((each) => each.status === "unavailable");
  return [
    `${ready.length} ready, ${unavailable.length} unavailable. ${approvals[details.approvalMode]}`,
    ...(details.invocationToolAvailable ? [] : ["The tool forge_subagent is not active in this session."]),
    `Backend ${defaultBackend.id}, time limit ${formatDuration(timeout.milliseconds)} where a profile says nothing else.`,
    ...(configWarnings.length === 0 ? [] : ["Warnings:", ...configWarnings.map((each) => `- ${each}`)]),
    ...(ready.length === 0 ? [] : ["Ready profiles:", ...ready.flatMap(profileText)]),
    ...(unavailable.length === 0 ? [] : ["Unavailable profiles:", ...unavailable.flatMap(profileText)]),
    ...(profiles.length > 0
      ? []
      : [`No profile is enabled for you. The user can enable one; ${commandName("pi")} profiles tells them how.`]),
  ].join("\n");
}

function profileText(profile: ModelProfile): string[] {
  const { id, name, description, model, thinkingLevel, promptStack, backend, timeoutMs, reasons } = profile;
  return [
    `- ${id}${name === undefined ? "" : ` "${name}"`}`,
    ...(description === undefined ? [] : [`  ${description}`]),
    `  ${model}, thinking ${thinkingLevel}, stack ${promptStack ?? "(none)"}, ${backend}, ${formatDuration(timeoutMs)}`,
    ...reasons.map((reason) => `  ${reason}`),
  ];
}

const mostProfiles = 100;

/** Long catalogues and long descriptions must not fill the session's file. */
function bounded(details: ModelProfilesDetails): ModelProfilesDetails {
  return {
    ...details,
    configWarnings: details.configWarnings.slice(0, 20).map((each) => capJson(each, 300)),
    profiles: details.profiles.slice(0, mostProfiles).map(({ description: _, ...each }) => ({
      ...each,
      reasons: each.reasons.slice(0, 1).map((reason) => capJson(reason, 200)),
    })),
  };
}
