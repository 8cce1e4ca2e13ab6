import { createModuleConsent, type ModuleConsent } from "./app-module-consent.ts";
import { createModuleLoader, type ModuleLoader } from "./app-modules.ts";
import { foreignCatalog, ownCatalog, type ProfileCatalog } from "./app-profiles.ts";
import type { DelegationSettings } from "./config/delegation-settings.ts";
import type { TrustStore } from "./config/trust-store.ts";
import { canonicalJson } from "./contract/canonical-json.ts";
import type { ModelReference, ThinkingLevel } from "./contract/model.ts";
import { type Outcome, success } from "./contract/outcome.ts";
import type { PrepareReply, PrepareRequest } from "./contract/product/host-port.ts";
import type { ForgeDirectories } from "./files/forge-directories.ts";
import { createForgeHost } from "./host/create-forge-host.ts";
import type { ForgeHost } from "./host/forge-host.ts";
import { keepOneHost } from "./host/one-host.ts";
import type { ForgeHostTransport } from "./host/port-protocol.ts";

export interface AppHostOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly transport: ForgeHostTransport;
  readonly directories: ForgeDirectories;
  readonly trustStore: TrustStore;
  readonly trusted: () => boolean;
  readonly settings: () => DelegationSettings;
  /** What the asking session uses now. */
  readonly session: () => { readonly model?: ModelReference; readonly thinking?: ThinkingLevel };
  readonly quietMs?: number;
  readonly now: () => Date;
}

/** The one host of a session, ours or a foreign one. */
export interface AppHost {
  host(): Promise<Outcome<ForgeHost>>;
  /** Reads the files again, so that what is decided is decided on what is there now. */
  catalog(settings: DelegationSettings): Promise<Outcome<ProfileCatalog>>;
  compileCanary(request: PrepareRequest): Promise<Outcome<PrepareReply>>;
  readonly modules: ModuleConsent;
  dispose(): Promise<void>;
}

export function createAppHost(options: AppHostOptions): AppHost {
  const { transport, quietMs } = options;
  const modules = createModuleConsent(options);
  let loader: ModuleLoader | undefined;
  let loaded = "[]";

  const ownHost = createForgeHost({
    cwd: options.cwd,
    env: options.env,
    home: options.home,
    transport,
    clock: options.now,
    trusted: false,
    loadModule: (file) => (loader ? loader.load(file) : Promise.reject(new Error("nobody agreed to it"))),
  });
  const hosts = keepOneHost({
    transport,
    ownHost: { ...ownHost, load: () => reload(options.settings()) },
    ...(quietMs === undefined ? {} : { quietMs }),
  });

  async function reload(settings: DelegationSettings): Promise<void> {
    await loadAgreed();
    const { model, thinking } = options.session();
    ownHost.reload({
      trusted: options.trusted(),
      modelAliases: new Map([...settings.modelAliases].map(([alias, { value }]) => [alias, value])),
      ...(model === undefined ? {} : { sessionModel: model }),
      ...(thinking === undefined ? {} : { sessionThinking: thinking }),
    });
  }

  /** Loads modules anew when what is agreed to is not what is loaded. */
  async function loadAgreed(): Promise<void> {
    const agreed = modules.agreed();
    const wanted = canonicalJson(agreed.map(({ scope, digests }) => ({ scope, digests })));
    if (wanted === loaded) return;
    loaded = wanted;
    loader?.dispose();
    loader = createModuleLoader(agreed);
    await ownHost.loadModules(agreed.map(({ scope }) => scope));
  }

  return {
    host: hosts.host,
    modules,
    async catalog(settings) {
      const host = await hosts.host();
      if (!host.ok) return host;
      if (!hosts.own) return foreignCatalog(host.value);
      await reload(settings);
      if (!ownHost.workspace) throw new Error("A host that was reloaded has a workspace.");
      return success(ownCatalog(ownHost.workspace));
    },
    /** Another day and another hour, minute and second: a prompt that shows any of them differs. */
    async compileCanary(request) {
      const host = await hosts.host();
      if (!host.ok || !hosts.own) return host.ok ? host.value.prepare(request) : host;
      return ownHost.prepareAt(request, new Date(options.now().getTime() + 90_061_000));
    },
    async dispose() {
      hosts.stop();
      await ownHost.loadModules([]);
      loader?.dispose();
    },
  };
}
