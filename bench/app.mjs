// The application as Pi runs it, with a bus of its own and an approver that agrees at a moment we choose.
import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import { createApp } from "../dist/src/app.js";
import { piBackends } from "../dist/src/app-backends.js";
import { approvalReceipt } from "../dist/src/approval/receipt.js";
import { model, modelFacts } from "./world.mjs";

/** A trusted project with one profile whose compiled prompt has about so many bytes. Returns its selector. */
export function writePromptOf(world, bytes) {
  const block = 64 * 1024;
  const items = Array.from({ length: Math.ceil(bytes / block) }, (_, index) => ({
    kind: "block",
    id: `b${index}`,
    role: "system",
    content: textOf(Math.min(block, bytes - index * block)),
  }));
  items.push({ kind: "slot", id: "chat-history", slot: "chat-history" });
  const id = `p${bytes}`;
  world.write(`.pi/forge/agent-profiles/${id}.json`, {
    schemaVersion: 1,
    type: "pi-forge.agent-profile",
    id,
    model,
    thinkingLevel: "off",
    promptStack: id,
  });
  world.write(`.pi/forge/prompt-stacks/${id}.json`, { schemaVersion: 2, type: "pi-forge.prompt-stack", id, items });
  return `project:${id}`;
}

/** Enables the profiles, with further settings, and trusts what was written. */
export async function trustAll(world, app, selectors, settings = {}) {
  const profiles = Object.fromEntries(selectors.map((selector) => [selector, { enabled: true }]));
  world.write(".pi/forge/subagents.json", { ...settings, profiles });
  const trusted = await app.trustProject(app.trust());
  if (!trusted.ok) throw new Error(JSON.stringify(trusted.diagnostics));
}

const line = "Read the change from the first line to the last and name what is wrong, where, and why it matters.\n";

export function textOf(bytes) {
  return line.repeat(Math.ceil(bytes / line.length)).slice(0, bytes);
}

/**
 * `warm`: the empty child is started when the plan is shown and is waited for before the approval, as a person's reading does.
 * `approved` is called at the moment of the approval; `newId` first when a request gets its id.
 */
export function benchApp({ world, host, warm = false, approved = () => {}, approver, newId = randomUUID }) {
  const { root, home, environment: env } = world;
  const gate = { ready: Promise.resolve() };
  const app = createApp({
    cwd: root,
    env,
    home,
    transport: bus(),
    approver: approver ?? {
      async decide(subject) {
        subject.onShown?.();
        await gate.ready;
        approved();
        return {
          kind: "approved",
          receipt: approvalReceipt(subject.plan, { source: "command-line", clock: Date, viewedFullPrompt: false }),
        };
      },
    },
    canAsk: false,
    session: () => ({ model, thinking: "off" }),
    trustedByPi: () => undefined,
    backends: (settings, directories) => {
      const installation = {
        execPath: host.execPath,
        scriptPath: host.scriptPath,
        version: host.version,
        foundBy: "bench",
      };
      const models = { resolve: async () => ({ ok: true, value: modelFacts(world, host), diagnostics: [] }) };
      const backends = piBackends({ installation, models, env, home, mayWarm: warm }, settings, directories);
      return warm ? backends.map((each) => awaited(each, gate)) : backends;
    },
    quietMs: 0,
    now: () => new Date(),
    newId,
  });
  return app;
}

/** From its `ready` frame a child still has a step to its gate, which takes far less than this. */
const settleMs = 500;

/** The backend, with the moment at which its empty child waits at the gate. */
function awaited(backend, gate) {
  const prepare = async (...given) => {
    const made = await backend.prepare(...given);
    const { warm } = made.preparation;
    let child;
    made.preparation.warm = {
      start() {
        warm.start();
        child = warm.take();
        gate.ready = child.ready.then(() => new Promise((resolve) => setTimeout(resolve, settleMs)));
      },
      take: () => child,
    };
    return made;
  };
  return { ...backend, prepare };
}

function bus() {
  const events = new EventEmitter();
  return {
    emit: (channel, data) => void events.emit(channel, data),
    on(channel, handler) {
      events.on(channel, handler);
      return () => void events.off(channel, handler);
    },
  };
}
