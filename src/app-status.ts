import type { App } from "./app.ts";
import { type Problem, problemsOf } from "./app-problems.ts";
import type { Door } from "./command-line-door.ts";
import { type DelegationPolicy, delegationPolicy } from "./config/delegation-policy.ts";
import type { ProjectTrust } from "./config/trust-store.ts";
import type { Diagnostic } from "./contract/diagnostic.ts";
import type { BackendDescriptor } from "./contract/runtime/backend-descriptor.ts";
import type { ToolCatalog } from "./contract/tool-catalog.ts";
import type { ProfileEntry } from "./host/workspace-entry.ts";

export type HostState =
  | { readonly kind: "ours" | "foreign"; readonly id: string }
  /** Nothing can be compiled. */
  | { readonly kind: "none"; readonly diagnostics: readonly Diagnostic[] };

export interface ProfileState {
  /** `scope:id` */
  readonly id: string;
  readonly entry: ProfileEntry;
  readonly policy: DelegationPolicy;
  readonly state: "enabled" | "for you, not for the model" | "not enabled" | "cannot be used";
  /** Its own and those of its stack. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface BackendState {
  readonly descriptor: BackendDescriptor;
  readonly tools: ToolCatalog;
  readonly diagnostics: readonly Diagnostic[];
}

export interface ProfileStates {
  readonly host: HostState;
  readonly profiles: readonly ProfileState[];
  /** About the folders that they are read from. */
  readonly folders: readonly Diagnostic[];
}

/** Everything that a person asks about a session, read now. */
export interface Status extends ProfileStates {
  readonly trust: ProjectTrust;
  /** Absent where Pi has no say in it. */
  readonly trustedByPi?: boolean;
  readonly backends: readonly BackendState[];
  readonly problems: readonly Problem[];
}

export async function statusOf(app: App, door: Door, signal: AbortSignal): Promise<Status> {
  const trustedByPi = app.trustedByPi();
  const facts = {
    trust: app.trust(),
    ...(trustedByPi === undefined ? {} : { trustedByPi }),
    ...(await profileStates(app)),
    backends: await backendStates(app, signal),
  };
  return { ...facts, problems: problemsOf(app, facts, door) };
}

/** Every profile as far as its stack, which is found only when it is resolved. */
export async function profileStates(app: App): Promise<ProfileStates> {
  const [host, catalog] = [await app.host(), await app.catalog()];
  if (!host.ok) return { host: { kind: "none", diagnostics: host.diagnostics }, profiles: [], folders: [] };
  if (!catalog.ok) return { host: { kind: "none", diagnostics: catalog.diagnostics }, profiles: [], folders: [] };
  const { settings } = app.settings();
  const profiles = catalog.value.profiles.map(async (entry): Promise<ProfileState> => {
    const id = `${entry.scope}:${entry.id}`;
    const policy = delegationPolicy(settings, id);
    const resolved = entry.usable ? await host.value.resolveProfile(id) : undefined;
    const state = resolved?.ok !== true ? "cannot be used" : enabledState(entry, policy);
    const missing = resolved === undefined || resolved.ok ? [] : resolved.diagnostics;
    return { id, entry, policy, state, diagnostics: [...entry.diagnostics, ...missing] };
  });
  const kind = catalog.value.foreignHost === null ? "ours" : "foreign";
  return {
    host: { kind, id: host.value.hostId },
    profiles: await Promise.all(profiles),
    folders: catalog.value.diagnostics,
  };
}

function enabledState(entry: ProfileEntry, policy: DelegationPolicy): ProfileState["state"] {
  if (policy.enabled) return "enabled";
  return entry.kind === "built-in" ? "for you, not for the model" : "not enabled";
}

export async function backendStates(app: App, signal: AbortSignal): Promise<readonly BackendState[]> {
  const states = app.backends().map(async (descriptor): Promise<BackendState> => {
    const tools = await app.tools(descriptor.id, signal);
    return { descriptor, tools: tools.ok ? tools.value : [], diagnostics: tools.diagnostics };
  });
  return Promise.all(states);
}
