import { EventEmitter } from "node:events";
import { homedir } from "node:os";
import { type App, createApp } from "./app.ts";
import { piBackends } from "./app-backends.ts";
import type { ApprovalDecision, Approver } from "./approval/approver.ts";
import { createTerminalApprover } from "./approval/in-terminal.ts";
import { createApprovalQueue } from "./approval/queue.ts";
import { approvalReceipt } from "./approval/receipt.ts";
import { findPi } from "./backends/find-pi.ts";
import type { ModelFactsPort } from "./backends/model-facts.ts";
import type { PiInstallation } from "./backends/pi-installation.ts";
import { probePi } from "./backends/probe-pi.ts";
import type { ModelReference, ThinkingLevel } from "./contract/model.ts";
import { type Outcome, success } from "./contract/outcome.ts";
import type { Delegation } from "./delegation.ts";
import { forgeDirectories } from "./files/forge-directories.ts";
import { findProfile } from "./host/find-profile.ts";
import type { ForgeHostTransport } from "./host/port-protocol.ts";

export interface TerminalOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** `--pi` */
  readonly pi?: string;
  /** `--model`: also the model of profiles that take the session's. */
  readonly model?: ModelReference;
  /** `--trust-project`: pins the files as they are now. */
  readonly trustProject: boolean;
  /** `--trust-modules`: agrees to the code modules as they are now. */
  readonly trustModules: boolean;
  /** `--yes` */
  readonly approved: boolean;
  readonly stdin: NodeJS.ReadStream;
  readonly stderr: NodeJS.WriteStream;
}

export interface TerminalApp {
  readonly app: App;
  readonly installation: PiInstallation;
  /** Finds out Pi's own default model, once, when a profile takes the session's and no `--model` was given. */
  takeSessionModel(delegation: Delegation, signal: AbortSignal): Promise<Outcome<void>>;
  /** `--model`, or Pi's own default. */
  sessionModel(
    signal: AbortSignal,
  ): Promise<Outcome<{ readonly model: ModelReference; readonly thinking: ThinkingLevel }>>;
}

/** The same application without Pi's process: its own bus, and a child that says what Pi knows. */
export async function createTerminalApp(options: TerminalOptions): Promise<Outcome<TerminalApp>> {
  const { cwd, env } = options;
  const home = homedir();
  const directories = forgeDirectories({ cwd, env, home });
  let session: { model?: ModelReference; thinking?: ThinkingLevel } =
    options.model === undefined ? {} : { model: options.model };
  let backends: ReturnType<typeof backendsWith> | undefined;
  let installation: PiInstallation | undefined;
  const app = createApp({
    door: "terminal",
    cwd,
    env,
    home,
    transport: localBus(),
    approver: options.approved ? commandLineApprover : terminalApprover(options),
    canAsk: !options.approved && options.stdin.isTTY === true && options.stderr.isTTY === true,
    session: () => session,
    trustedByPi: () => undefined,
    backends: (settings, places) => {
      if (!backends) throw new Error("Backends are asked for after Pi was found.");
      return backends(settings, places);
    },
    installation: () => installation,
    quietMs: 0,
    now: () => new Date(),
    newId: () => globalThis.crypto.randomUUID(),
  });
  if (options.trustProject) {
    const trusted = await app.trustProject(app.trust());
    if (!trusted.ok) return trusted;
  }
  for (const question of options.trustModules ? app.modules.unasked() : []) {
    const agreed = await app.modules.answer(question, true);
    if (!agreed.ok) return agreed;
  }
  const trustedProject = app.trust().state === "trusted";
  const found = findPi({
    execPath: process.execPath,
    env,
    cwd,
    trustedProject,
    ...(options.pi === undefined ? {} : { explicit: options.pi }),
  });
  if (!found.ok) return found;
  installation = found.value;
  const probe = (model: ModelReference | undefined, thinkingLevel: ThinkingLevel | undefined, signal: AbortSignal) =>
    probePi({
      installation: found.value,
      agentDir: directories.agentDirectory,
      environment: env,
      ...(model === undefined ? {} : { model }),
      ...(thinkingLevel === undefined ? {} : { thinkingLevel }),
      newId: () => globalThis.crypto.randomUUID(),
      signal,
    });
  const models: ModelFactsPort = {
    async resolve(model, thinkingLevel, signal) {
      const probed = await probe(model, thinkingLevel, signal);
      return probed.ok ? success(probed.value.facts, probed.diagnostics) : probed;
    },
  };
  backends = backendsWith(found.value, models, env, home);
  async function sessionModel(signal: AbortSignal) {
    const { model, thinking } = session;
    if (model !== undefined && thinking !== undefined) return success({ model, thinking });
    const probed = await probe(model, thinking, signal);
    if (!probed.ok) return probed;
    const known = { model: probed.value.facts.model, thinking: thinking ?? probed.value.thinkingLevel };
    session = known;
    return success(known);
  }
  return success({
    app,
    installation: found.value,
    sessionModel,
    async takeSessionModel({ profile }, signal) {
      if (session.model !== undefined || !(await takesSessionModel(app, profile))) return success(undefined);
      const found = await sessionModel(signal);
      if (!found.ok) return found;
      return success(undefined);
    },
  });
}

function backendsWith(installation: PiInstallation, models: ModelFactsPort, env: NodeJS.ProcessEnv, home: string) {
  return (...[settings, directories]: Parameters<Parameters<typeof createApp>[0]["backends"]>) =>
    piBackends({ installation, models, env, home, mayWarm: false }, settings, directories);
}

async function takesSessionModel(app: App, selector: string): Promise<boolean> {
  const catalog = await app.catalog();
  const entry = catalog.ok ? findProfile(catalog.value, selector) : catalog;
  return entry.ok && entry.value.diagnostics.some(({ code }) => code === "agent.no-session-model");
}

function localBus(): ForgeHostTransport {
  const events = new EventEmitter();
  return {
    emit: (channel, data) => void events.emit(channel, data),
    on(channel, handler) {
      events.on(channel, handler);
      return () => void events.off(channel, handler);
    },
  };
}

/** `--yes`: the person approved before seeing the plan, and the receipt says so. */
const commandLineApprover: Approver = {
  async decide({ plan }, signal): Promise<ApprovalDecision> {
    if (signal.aborted) return { kind: "aborted" };
    const receipt = approvalReceipt(plan, { source: "command-line", clock: Date, viewedFullPrompt: false });
    return { kind: "approved", receipt };
  },
};

function terminalApprover({ stdin, stderr, env }: TerminalOptions): Approver {
  return createTerminalApprover({ stdin, stdout: stderr, queue: createApprovalQueue(), coloured: !env.NO_COLOR });
}
