import { withAttachments } from "./app-attachments.ts";
import { type Authority, createAuthority, type SessionSettings } from "./app-authority.ts";
import { createDelegations, type Delegations } from "./app-delegations.ts";
import { createGrants, type Grants } from "./app-grants.ts";
import { createAppHost } from "./app-host.ts";
import type { ModuleConsent } from "./app-module-consent.ts";
import type { AppOptions } from "./app-options.ts";
import { withPlaces } from "./app-place.ts";
import type { ProfileCatalog } from "./app-profiles.ts";
import { historyBounds } from "./app-record.ts";
import { ownRuntime } from "./app-runtime.ts";
import { sessionTerms } from "./app-session-terms.ts";
import { trustOncePerTurn } from "./app-trust.ts";
import type { PiInstallation } from "./backends/pi-installation.ts";
import { commandName, type Door } from "./command-line-door.ts";
import { createContentGrants } from "./config/content-grants.ts";
import { createTrustStore, type ProjectTrust } from "./config/trust-store.ts";
import type { Outcome } from "./contract/outcome.ts";
import type { BackendDescriptor } from "./contract/runtime/backend-descriptor.ts";
import type { ToolCatalog } from "./contract/tool-catalog.ts";
import type { Delegation, DelegationTerms } from "./delegation.ts";
import { type ForgeDirectories, forgeDirectories } from "./files/forge-directories.ts";
import { createHistory, type History } from "./history/history.ts";
import type { ForgeHost } from "./host/forge-host.ts";
import { showPath } from "./host/resource-file.ts";

/** One session's delegations, with everything they need. */
export interface App extends Delegations {
  readonly directories: ForgeDirectories;
  readonly door: Door;
  /** What configuration decides about a delegation, or every reason why it would be refused now. */
  terms(delegation: Delegation): Promise<Outcome<DelegationTerms>>;
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
  const { cwd, door, now } = options;
  const directories = forgeDirectories(options);
  const trustStore = trustOncePerTurn(createTrustStore({ file: directories.trustFile, clock: now }));
  const trust = () => trustStore.projectTrust(cwd);
  const trusted = () => trust().state === "trusted" && options.trustedByPi() !== false;
  const authority = createAuthority({ directories, trusted, door });
  const { settings } = authority;
  const backends = () => options.backends(settings().settings, directories);
  const history = createHistory({
    directory: directories.history,
    command: commandName(door),
    bounds: () => historyBounds(settings().settings),
    now,
  });
  const agreements = createContentGrants({ file: directories.contentGrantsFile, clock: now });
  const grants = createGrants({
    project: cwd,
    settings: () => settings().settings,
    now,
    ...(options.onGrants ? { onChange: options.onGrants } : {}),
  });
  const hosts = createAppHost({ ...options, directories, trustStore, trusted, settings: () => settings().settings });
  const { catalog } = hosts;
  const withRuntime = ownRuntime(backends, options);
  const terms = sessionTerms({ ...options, directories, settings, catalog, trust, trusted, agreements, backends });
  const parts = { directories, trustStore, authority, agreements, hosts, terms, withRuntime, history };
  const projectFiles = [directories.project.config, directories.project.delegation];

  const app: App = {
    ...createDelegations({ ...options, ...parts }),
    directories,
    door,
    history,
    terms,
    trust,
    trustedText: trustStore.trustedText,
    async trustProject(shown) {
      const kept = await trustStore.trust(cwd, shown.digests);
      // What a person just trusted counts from now on; what a global file allows beyond the session's start is asked apart.
      if (kept.ok) authority.agreedTo(({ file }) => file !== undefined && projectFiles.includes(file));
      return kept;
    },
    settings,
    widening: authority,
    modules: hosts.modules,
    grants,
    backends: () => backends().map(({ descriptor }) => descriptor),
    catalog: () => catalog(settings().settings),
    host: hosts.host,
    tools: (backendId, signal) => withRuntime((runtime) => runtime.catalog(backendId, signal)),
    trustedByPi: options.trustedByPi,
    installation: options.installation,
    showPath: showPath(cwd, options.home),
    dispose: hosts.dispose,
  };
  return withPlaces(grants.cover(withAttachments(app, { ...options, trusted }), options.approver), options.approver);
}
