import { EventEmitter } from "node:events";
import { homedir } from "node:os";
import { type App, createApp } from "./app.ts";
import { piBackends } from "./app-backends.ts";
import { createSessionModel, probedFacts, probingBy, type SessionModel } from "./app-session-model.ts";
import type { ApprovalDecision, Approver } from "./approval/approver.ts";
import { createTerminalApprover } from "./approval/in-terminal.ts";
import { createApprovalQueue } from "./approval/queue.ts";
import { approvalReceipt } from "./approval/receipt.ts";
import { findPi } from "./backends/find-pi.ts";
import type { ModelFactsPort } from "./backends/model-facts.ts";
import type { PiInstallation } from "./backends/pi-installation.ts";
import type { ModelReference } from "./contract/model.ts";
import { type Outcome, success } from "./contract/outcome.ts";
import type { Delegation } from "./delegation.ts";
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
  sessionModel(signal: AbortSignal): Promise<Outcome<SessionModel>>;
}

/** The same application without Pi's process: its own bus, and a child that says what Pi knows. */
export async function createTerminalApp(options: TerminalOptions): Promise<Outcome<TerminalApp>> {
  const { cwd, env } = options;
  const home = homedir();
  const session = createSessionModel(options.model);
  let pi: { readonly installation: PiInstallation; readonly models: ModelFactsPort } | undefined;
  const app = createApp({
    door: "terminal",
    cwd,
    env,
    home,
    transport: localBus(),
    approver: options.approved ? commandLineApprover : terminalApprover(options),
    canAsk: !options.approved && options.stdin.isTTY === true && options.stderr.isTTY === true,
    session: session.known,
    trustedByPi: () => undefined,
    backends: (settings, directories) => {
      if (!pi) throw new Error("Backends are asked for after Pi was found.");
      return piBackends({ ...pi, env, home, mayWarm: false }, settings, directories);
    },
    installation: () => pi?.installation,
    quietMs: 0,
    now: () => new Date(),
    newId: () => globalThis.crypto.randomUUID(),
  });
  const agreed = await agreeBeforehand(app, options);
  if (!agreed.ok) return agreed;
  const found = findPi({
    execPath: process.execPath,
    env,
    cwd,
    trustedProject: app.trust().state === "trusted",
    ...(options.pi === undefined ? {} : { explicit: options.pi }),
  });
  if (!found.ok) return found;
  const probe = probingBy(found.value, env, app.directories.agentDirectory);
  pi = { installation: found.value, models: probedFacts(probe) };
  return success({
    app,
    installation: found.value,
    sessionModel: (signal) => session.ask(probe, signal),
    async takeSessionModel({ profile }, signal) {
      if (session.known().model !== undefined || !(await takesSessionModel(app, profile))) return success(undefined);
      const asked = await session.ask(probe, signal);
      return asked.ok ? success(undefined) : asked;
    },
  });
}

/** What the options of the command agree to, as it is now. */
async function agreeBeforehand(app: App, { trustProject, trustModules }: TerminalOptions): Promise<Outcome<void>> {
  if (trustProject) {
    const trusted = await app.trustProject(app.trust());
    if (!trusted.ok) return trusted;
  }
  for (const question of trustModules ? app.modules.unasked() : []) {
    const agreed = await app.modules.answer(question, true);
    if (!agreed.ok) return agreed;
  }
  return success(undefined);
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
