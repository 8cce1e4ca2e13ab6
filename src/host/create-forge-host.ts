import { randomUUID } from "node:crypto";
import { homedir } from "node:os";
import type { Scope } from "../contract/identifiers.ts";
import type { ModelReference, ThinkingLevel } from "../contract/model.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { PrepareReply, PrepareRequest } from "../contract/product/host-port.ts";
import { forgeDirectories } from "../files/forge-directories.ts";
import type { ModelAliases } from "./agent-model.ts";
import { type ExtensionModules, type LoadModule, loadExtensionModules } from "./extension-modules.ts";
import { type OwnHost, ownHostPrefix } from "./one-host.ts";
import { prepareInWorkspace, workspaceHandlers } from "./port-handlers.ts";
import type { ForgeHostTransport } from "./port-protocol.ts";
import { createPortServer } from "./port-server.ts";
import type { Registrations } from "./registrations.ts";
import { loadWorkspace, type Workspace, type WorkspaceInput } from "./workspace.ts";

/** What may change while a host lives; a reload takes it over. */
export interface ForgeHostSettings {
  /** Until a person trusts the project, only global and built-in profiles exist. */
  readonly trusted: boolean;
  /** The model of profiles that ask for the session's. */
  readonly sessionModel?: ModelReference;
  readonly sessionThinking?: ThinkingLevel;
  readonly modelAliases?: ModelAliases;
  /** Macros and slots of trusted modules. */
  readonly registrations?: Registrations;
}

export interface CreateForgeHostOptions extends ForgeHostSettings {
  readonly cwd: string;
  /** In Pi: `pi.events`; anywhere else any bus with `emit` and `on`. */
  readonly transport: ForgeHostTransport;
  /** The global forge directory; `~/.pi/forge`, or what `PI_FORGE_GLOBAL_DIR` says, when absent. */
  readonly globalDir?: string;
  readonly hostId?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly home?: string;
  /** Off for a host that lists exactly what is on disk. */
  readonly builtIns?: boolean;
  /** Runs the code modules of `loadModules` as the user; without it no module is ever loaded. */
  readonly loadModule?: LoadModule;
  readonly clock?: () => Date;
}

export interface RunningForgeHost extends OwnHost {
  /** Reads the files, unless they have been read. */
  load(): void;
  /** Answers on the bus, reading the files first where that was not done; does nothing while it already answers. */
  start(): void;
  stop(): void;
  /** Reads the files again. What was answered before stays as it was. */
  reload(changes?: Partial<ForgeHostSettings>): void;
  /** Loads the code modules in the `extensions` folders of these scopes anew; what was loaded before is ended. Reload, or start, to use them. */
  loadModules(scopes: readonly Scope[]): Promise<void>;
  /** Compiles as the port would, but as if it were `at`: whatever differs then depends on the time. */
  prepareAt(request: PrepareRequest, at: Date): Outcome<PrepareReply>;
  /** What was on disk at the last load; absent before the first start. */
  readonly workspace: Workspace | undefined;
}

/** A host over the profiles and stacks of one project. It keeps no other host away; `keepOneHost` does that. */
export function createForgeHost(options: CreateForgeHostOptions): RunningForgeHost {
  const { transport, clock = () => new Date(), hostId = `${ownHostPrefix}${randomUUID()}` } = options;
  let settings: ForgeHostSettings = options;
  let workspace: Workspace | undefined;
  let modules: ExtensionModules | undefined;
  const server = createPortServer({ transport, hostId, handlers: workspaceHandlers(current, clock) });

  function current(): Workspace {
    workspace ??= load();
    return workspace;
  }

  function load(): Workspace {
    const { registrations, diagnostics } = modules ?? {};
    const loaded = { ...(registrations && { registrations }), ...(diagnostics && { moduleDiagnostics: diagnostics }) };
    return loadWorkspace({ ...loaded, ...workspaceInput(options, settings, clock) });
  }

  return {
    hostId,
    get workspace() {
      return workspace;
    },
    load: () => void current(),
    start() {
      current();
      server.start();
    },
    announce: () => server.announce(),
    stop: () => server.stop(),
    prepareAt: (request, at) => prepareInWorkspace(current(), request, at.toISOString()),
    reload(changes = {}) {
      settings = { ...settings, ...changes };
      workspace = load();
    },
    async loadModules(scopes) {
      await modules?.dispose();
      const { cwd, directories } = workspaceInput(options, settings, clock);
      const places = (["global", "project"] as const).filter((scope) => scopes.includes(scope));
      const folders = places.map((scope) => directories[scope].extensions);
      modules = await loadExtensionModules({ cwd, directories: folders, loadModule: options.loadModule });
    },
  };
}

function workspaceInput(
  { cwd, globalDir, env = process.env, home = homedir(), builtIns = true }: CreateForgeHostOptions,
  { trusted, sessionModel, sessionThinking, modelAliases, registrations }: ForgeHostSettings,
  clock: () => Date,
): WorkspaceInput {
  const surroundings = globalDir === undefined ? env : { ...env, PI_FORGE_GLOBAL_DIR: globalDir };
  return {
    cwd,
    directories: forgeDirectories({ cwd, env: surroundings, home }),
    trusted,
    home,
    builtIns,
    clock,
    ...(sessionModel && { sessionModel }),
    ...(sessionThinking && { sessionThinking }),
    ...(modelAliases && { modelAliases }),
    ...(registrations && { registrations }),
  };
}
