import { randomUUID } from "node:crypto";
import type { ModelFacts } from "../../src/backends/model-facts.ts";
import type { PiPreparation } from "../../src/backends/pi-backend.ts";
import type { PiBackendOptions } from "../../src/backends/pi-options.ts";
import { createPiRpcBackend, createPiSubprocessBackend } from "../../src/backends/pi-subprocess.ts";
import { requestSettings } from "../../src/backends/request-settings.ts";
import type { Conversation } from "../../src/contract/conversation.ts";
import { success } from "../../src/contract/outcome.ts";
import type { ExecutionIntent } from "../../src/contract/runtime/execution-intent.ts";
import type { Backend } from "../../src/runtime/backend.ts";
import { createExecutionRuntime } from "../../src/runtime/execution-runtime.ts";
import type { PreparedRun, RunHandle } from "../../src/runtime/runtime-port.ts";
import type { Timers } from "../../src/runtime/timers.ts";
import type { Api, ModelServer, Script } from "../support/model-server.ts";
import { startModelServer } from "../support/model-server.ts";
import { oldPi, type PiHost } from "../support/pi-hosts.ts";
import { createTempProject, loopback, type TempProject } from "../support/temp-project.ts";

export interface World {
  readonly server: ModelServer;
  readonly project: TempProject;
  readonly options: PiBackendOptions;
  readonly backend: Backend<PiPreparation>;
  prepare(overrides?: PrepareOverrides): Promise<PreparedRun>;
  execute(prepared: PreparedRun): RunHandle;
  /** Everything that `worlds` opened is closed by `closeWorlds`. */
  close(): Promise<void>;
}

export interface PrepareOverrides {
  readonly intent?: Partial<ExecutionIntent>;
  readonly conversation?: Partial<Conversation>;
}

export interface WorldOptions {
  readonly script?: Script;
  readonly api?: Api;
  readonly kind?: "subprocess" | "rpc";
  readonly host?: PiHost;
  readonly files?: Readonly<Record<string, string>>;
  readonly options?: Partial<PiBackendOptions>;
  readonly facts?: (baseUrl: string, facts: ModelFacts) => ModelFacts;
  /** Where the facts say that requests go; the server itself when absent. */
  readonly baseUrl?: string;
  /** Of the runtime. */
  readonly timers?: Timers;
}

const open = new Set<World>();

export async function closeWorlds(): Promise<void> {
  for (const world of open) await world.close();
  open.clear();
}

/** A loopback server, a temporary project, one backend with the real Pi and a runtime that has it. */
export async function world(given: WorldOptions = {}): Promise<World> {
  const server = await startModelServer({ script: given.script ?? [{ text: "done" }] });
  const api = given.api ?? "openai-completions";
  const project = createTempProject({ server, api, files: given.files ?? { "a.txt": "the fact is 42\n" } });
  const host = given.host ?? oldPi();
  const options: PiBackendOptions = {
    installation: { execPath: host.execPath, scriptPath: host.scriptPath, version: host.version, foundBy: "test" },
    models: {
      resolve: async () =>
        success(
          (given.facts ?? unchanged)(
            server.baseUrl,
            facts({ server, api, host, agentDir: project.agentDir, baseUrl: given.baseUrl }),
          ),
        ),
    },
    root: project.root,
    agentDir: project.agentDir,
    environment: project.environment,
    guard: { denied: [], allowed: [] },
    warmStart: true,
    idleTimeoutMs: 60_000,
    clock: Date.now,
    newId: randomUUID,
    ...given.options,
  };
  const backend = given.kind === "rpc" ? createPiRpcBackend(options) : createPiSubprocessBackend(options);
  const runtime = createExecutionRuntime(given.timers ? { timers: given.timers } : {});
  runtime.registerBackend(backend);
  const made: World = {
    server,
    project,
    options,
    backend,
    async prepare(overrides = {}) {
      const prepared = await runtime.prepare({
        backendId: backend.descriptor.id,
        intent: anIntent(overrides.intent),
        compile: async () => success({ ...aConversation(), ...overrides.conversation }),
      });
      if (!prepared.ok) throw new Error(JSON.stringify(prepared.diagnostics));
      return prepared.value;
    },
    execute(prepared) {
      const handle = runtime.execute(prepared, {
        executionFingerprint: prepared.executionFingerprint,
        conversationFingerprint: prepared.conversationFingerprint,
        source: "command-line",
        approvedAt: new Date().toISOString(),
        expiresAt: new Date(Date.now() + 600_000).toISOString(),
        viewedFullPrompt: false,
      });
      if (!handle.ok) throw new Error(JSON.stringify(handle.diagnostics));
      return handle.value;
    },
    async close() {
      await runtime.dispose();
      await server.close();
      project.remove();
    },
  };
  open.add(made);
  return made;
}

export function anIntent(overrides: Partial<ExecutionIntent> = {}): ExecutionIntent {
  return {
    schemaVersion: 1,
    model: { provider: loopback.provider, id: loopback.plain },
    thinkingLevel: "off",
    requestedTools: ["read", "ls"],
    access: {
      level: "read-only",
      executionBoundary: "shared-user",
      workspaces: [{ handle: "project", mode: "read-only" }],
      workingDirectory: { workspaceHandle: "project", path: "." },
      network: "allow",
    },
    limits: {},
    media: [],
    remoteEgressConsent: true,
    provenance: {},
    ...overrides,
  };
}

export function aConversation(overrides: Partial<Conversation> = {}): Conversation {
  return {
    systemPrompt: "You are the reviewer.\r\n\tExactly this. \u2028 end  ",
    messages: [{ role: "user", content: [{ type: "text", text: "Find the fact.  \n" }] }],
    ...overrides,
  };
}

const unchanged = (_baseUrl: string, given: ModelFacts) => given;

interface FactsOf {
  readonly server: ModelServer;
  readonly api: Api;
  readonly host: PiHost;
  readonly agentDir: string;
  readonly baseUrl: string | undefined;
}

function facts({ server, api, host, agentDir, ...given }: FactsOf): ModelFacts {
  const baseUrl = given.baseUrl ?? (api === "anthropic-messages" ? server.origin : server.baseUrl);
  return {
    model: { provider: loopback.provider, id: loopback.plain },
    destination: {
      provider: loopback.provider,
      modelId: loopback.plain,
      api,
      baseUrl,
      host: `127.0.0.1:${server.port}`,
      headerNames: [],
      proxy: null,
      tls: "default",
      origin: "models-file",
    },
    price: { currency: "USD", input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
    contextWindow: 200_000,
    maxOutputTokens: 8_000,
    requestSettings: requestSettings({ reasoning: false, input: ["text"], maxTokens: 8_000 }, agentDir),
    nodeVersion: host.nodeVersion,
    thinkingLevels: ["off"],
    keyVariables: [],
    authenticated: true,
  };
}
