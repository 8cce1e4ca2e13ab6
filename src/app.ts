import { withAttachments } from "./app-attachments.ts";
import { type Authority, createAuthority, type SessionSettings } from "./app-authority.ts";
import { enableShownProfile } from "./app-enable.ts";
import { createGrants, type Grants } from "./app-grants.ts";
import { createAppHost } from "./app-host.ts";
import { createKnown } from "./app-known.ts";
import type { ModuleConsent } from "./app-module-consent.ts";
import type { AppOptions } from "./app-options.ts";
import { withPlaces } from "./app-place.ts";
import { agreementTo, chooseProfile, compilingHost, contentOf, type ProfileCatalog } from "./app-profiles.ts";
import { historyBounds, type Recorded, record } from "./app-record.ts";
import { watchTimes } from "./app-run-times.ts";
import { delegationTerms, selectorOf } from "./app-terms.ts";
import { trustOncePerTurn } from "./app-trust.ts";
import { watchUnattended } from "./app-unattended.ts";
import type { Approver } from "./approval/approver.ts";
import type { PiInstallation } from "./backends/pi-installation.ts";
import { commandName, type Door, howToTrust } from "./command-line-door.ts";
import { createContentGrants } from "./config/content-grants.ts";
import { delegationPolicy } from "./config/delegation-policy.ts";
import { createTrustStore, type ProjectTrust } from "./config/trust-store.ts";
import { createUnattendedLedger } from "./config/unattended-ledger.ts";
import { type Diagnostic, error } from "./contract/diagnostic.ts";
import { type Outcome, success } from "./contract/outcome.ts";
import type { BackendDescriptor } from "./contract/runtime/backend-descriptor.ts";
import type { ToolCatalog } from "./contract/tool-catalog.ts";
import { delegate } from "./delegate.ts";
import type { Delegation, DelegationPorts, DelegationProgress, DelegationTerms } from "./delegation.ts";
import { type PlannedDelegation, planDelegation } from "./delegation-plan.ts";
import { type ForgeDirectories, forgeDirectories } from "./files/forge-directories.ts";
import { createHistory, type History } from "./history/history.ts";
import type { ForgeHost } from "./host/forge-host.ts";
import { showPath } from "./host/resource-file.ts";
import { createExecutionRuntime } from "./runtime/execution-runtime.ts";
import type { ExecutionRuntime } from "./runtime/runtime-port.ts";

/** One session's delegations, with everything they need. */
export interface App {
  readonly directories: ForgeDirectories;
  readonly door: Door;
  delegate(
    delegation: Delegation,
    signal: AbortSignal,
    report?: (progress: DelegationProgress) => void,
    /** Who decides instead of the session's approver. */
    approver?: Approver,
  ): Promise<Recorded>;
  /** What configuration decides about a delegation, or every reason why it would be refused now. */
  terms(delegation: Delegation): Promise<Outcome<DelegationTerms>>;
  /** Seals, hands the plan to `look`, and discards it. Contacts no provider. */
  plan<T>(
    delegation: Delegation,
    signal: AbortSignal,
    look: (planned: PlannedDelegation) => Promise<T> | T,
  ): Promise<Outcome<T>>;
  trust(): ProjectTrust;
  /** The text behind the digest of something that was trusted, while it is known. */
  trustedText(digest: string): string | undefined;
  /** Pins exactly the files that `trust` showed. */
  trustProject(shown: ProjectTrust): Promise<Outcome<void>>;
  settings(): SessionSettings;
  /** What files allow beyond what they did when the session began, and a person's answer to it. */
  readonly widening: Pick<Authority, "unasked" | "answer">;
  /** Code modules that wait for a person's yes. */
  readonly modules: Pick<ModuleConsent, "unasked" | "answer">;
  /** What the model may run unasked in this session. */
  readonly grants: Grants;
  catalog(): Promise<Outcome<ProfileCatalog>>;
  /** The host of this session, waited for if need be. */
  host(): Promise<Outcome<ForgeHost>>;
  /** What one backend offers here, and what it leaves out. */
  tools(backendId: string, signal: AbortSignal): Promise<Outcome<ToolCatalog>>;
  /** Pi's own answer about the project; undefined where Pi has none. */
  trustedByPi(): boolean | undefined;
  /** The Pi that children are started with; undefined before it was looked for. */
  installation(): PiInstallation | undefined;
  /** A path as it is shown to a person: from the project, from the home directory, or whole. */
  readonly showPath: (path: string) => string;
  readonly history: History;
  backends(): readonly BackendDescriptor[];
  dispose(): Promise<void>;
}

export function createApp(options: AppOptions): App {
  const directories = forgeDirectories(options);
  const trustStore = trustOncePerTurn(createTrustStore({ file: directories.trustFile, clock: options.now }));
  const history = createHistory({
    directory: directories.history,
    command: commandName(options.door),
    bounds: () => historyBounds(settings().settings),
    now: options.now,
  });
  const grants = createContentGrants({ file: directories.contentGrantsFile, clock: options.now });
  const trusted = () => trustStore.projectTrust(options.cwd).state === "trusted" && options.trustedByPi() !== false;
  const ledger = createUnattendedLedger();
  const authority = createAuthority({ directories, trusted, door: options.door });
  const sessionGrants = createGrants({
    project: options.cwd,
    settings: () => settings().settings,
    now: options.now,
    ...(options.onGrants ? { onChange: options.onGrants } : {}),
  });
  const before = createKnown({ ...options, directories, trust: () => trustStore.projectTrust(options.cwd) });
  const projectFiles = [directories.project.config, directories.project.delegation];
  const { settings } = authority;

  const hosts = createAppHost({ ...options, directories, trustStore, trusted, settings: () => settings().settings });
  const { catalog } = hosts;

  async function terms(delegation: Delegation): Promise<Outcome<DelegationTerms>> {
    const loaded = settings();
    const profiles = await catalog(loaded.settings);
    if (!profiles.ok) return profiles;
    const untrusted = notTrusted(trustStore.projectTrust(options.cwd), trusted(), options.door);
    const entry = chooseProfile(profiles.value, selectorOf(delegation), untrusted, options.door);
    if (!entry.ok) return entry;
    const content = await contentOf(entry.value, profiles.value, options.cwd);
    if (!content.ok) return content;
    const agreement = agreementTo(content.value, grants);
    if (!agreement.ok) return agreement;
    return delegationTerms(delegation, {
      settings: loaded.settings,
      entry: entry.value,
      agreement: agreement.value,
      directories,
      door: options.door,
      backendIds: backendDescriptors().map(({ id }) => id),
      canAsk: options.canAsk,
      sessionProvider: options.session().model?.provider ?? null,
      host: compilingHost(profiles.value),
      diagnostics: [...loaded.diagnostics, ...(delegation.attachmentNotes ?? [])],
    });
  }

  function backendDescriptors(): readonly BackendDescriptor[] {
    return options.backends(settings().settings, directories).map(({ descriptor }) => descriptor);
  }

  function ports(runtime: ExecutionRuntime, approver = options.approver): DelegationPorts {
    return {
      terms,
      host: hosts.host,
      runtime,
      approver,
      compileCanary: hosts.compileCanary,
      enable: (agreed) =>
        enableShownProfile(agreed, {
          cwd: options.cwd,
          directories,
          trustStore,
          authority,
          grants,
        }),
      known: before.known,
      agreed(run) {
        if (run.setup !== null) ledger.agreed(run.profileId, run.setup);
        return before.remember(run);
      },
      now: options.now,
      newId: options.newId,
    };
  }

  async function withRuntime<T>(use: (runtime: ExecutionRuntime) => Promise<T>): Promise<T> {
    const runtime = createExecutionRuntime({ clock: () => options.now().getTime(), newId: options.newId });
    for (const backend of options.backends(settings().settings, directories)) runtime.registerBackend(backend);
    try {
      return await use(runtime);
    } finally {
      // What could not be released is named where it happened; the run's own result must not be lost over it.
      await runtime.dispose().catch(() => {});
    }
  }

  const app: App = {
    directories,
    door: options.door,
    async delegate(delegation, signal, report, approver) {
      const times = watchTimes(options.now);
      const policy = (profileId: string) => delegationPolicy(settings().settings, profileId).unattended;
      const { canAsk, now } = options;
      const watched = watchUnattended({ ledger, policy, canAsk, now }, signal);
      const result = await withRuntime((runtime) =>
        delegate(
          delegation,
          { ...ports(runtime, approver), unattended: watched.decide },
          watched.signal,
          (progress) => {
            times.watch(progress);
            watched.watch(progress);
            report?.(progress);
          },
        ),
      );
      watched.ended(result);
      return record(delegation, result, history, { cwd: options.cwd, times });
    },
    history,
    terms,
    plan: (delegation, signal, look) =>
      withRuntime(async (runtime) => {
        const planned = await planDelegation(delegation, ports(runtime), signal);
        return planned.ok ? success(await look(planned.value), planned.diagnostics) : planned;
      }),
    trust: () => trustStore.projectTrust(options.cwd),
    trustedText: trustStore.trustedText,
    async trustProject(shown) {
      const kept = await trustStore.trust(options.cwd, shown.digests);
      // What a person just trusted counts from now on; what a global file allows beyond the session's start is asked apart.
      if (kept.ok) authority.agreedTo(({ file }) => file !== undefined && projectFiles.includes(file));
      return kept;
    },
    settings,
    widening: authority,
    modules: hosts.modules,
    grants: sessionGrants,
    backends: backendDescriptors,
    catalog: () => catalog(settings().settings),
    host: hosts.host,
    tools: (backendId, signal) => withRuntime((runtime) => runtime.catalog(backendId, signal)),
    trustedByPi: options.trustedByPi,
    installation: options.installation,
    showPath: showPath(options.cwd, options.home),
    async dispose() {
      await hosts.dispose();
    },
  };
  const attaching = withAttachments(app, { ...options, trusted });
  return withPlaces(sessionGrants.cover(attaching, options.approver), options.approver);
}

function notTrusted(project: ProjectTrust, trusted: boolean, door: Door): readonly Diagnostic[] {
  if (trusted || project.files.length === 0) return [];
  const message = `The files of "${project.root}" were not read because the project is not trusted: ${howToTrust(door)}.`;
  return [error("host.trust", message)];
}
