// A directory of a thousand profiles and a thousand stacks: loading it, and answering for one of them.
import { EventEmitter } from "node:events";
import { connectForgeHost, createForgeHost } from "../dist/src/subagent.js";
import { textOf } from "./app.mjs";
import { estimate } from "./statistics.mjs";
import { model, openWorld } from "./world.mjs";

const files = 1000;
const stackBytes = 32 * 1024;

export async function measureHost({ pairs, progress }) {
  const world = await openWorld();
  try {
    progress(`host, writing ${files} profiles and ${files} stacks`);
    writeFiles(world);
    const events = new EventEmitter();
    const transport = {
      emit: (channel, data) => void events.emit(channel, data),
      on: (channel, handler) => {
        events.on(channel, handler);
        return () => void events.off(channel, handler);
      },
    };
    const { root: cwd, home, environment: env } = world;
    const host = createForgeHost({ cwd, home, env, transport, trusted: true, sessionModel: model });
    const loads = [];
    for (let run = 0; run < pairs; run += 1) {
      progress(`host, load ${run + 1} of ${pairs}`);
      loads.push(timed(() => host.reload()));
    }
    host.start();
    const answers = await answered(transport, pairs);
    host.stop();
    return [
      { name: `load ${files} profiles and ${files} stacks`, unit: "ms", ...estimate(loads) },
      {
        name: "the same, the first time in a process",
        unit: "ms",
        median: loads[0],
        low: loads[0],
        high: loads[0],
        n: 1,
      },
      { name: "resolveProfile + prepare of a 32 KiB stack", unit: "ms", ...estimate(answers) },
    ];
  } finally {
    await world.close();
  }
}

function writeFiles({ write }) {
  for (let index = 0; index < files; index += 1) {
    const id = `p${index}`;
    const content = index === 0 ? textOf(stackBytes) : "You are {{ parameters.role }}.";
    const items = [
      { kind: "block", id: "b", role: "system", content },
      { kind: "slot", id: "h", slot: "chat-history" },
    ];
    const [profile, stack] = ["agent-profiles", "prompt-stacks"].map((name) => `.pi/forge/${name}/${id}.json`);
    const head = { schemaVersion: 1, type: "pi-forge.agent-profile", id };
    write(profile, { ...head, model, thinkingLevel: "off", promptStack: id });
    write(stack, { schemaVersion: 2, type: "pi-forge.prompt-stack", id, parameters: { role: "a reader" }, items });
  }
}

async function answered(transport, count) {
  const host = await connectForgeHost({ transport });
  if (!host.ok) throw new Error(JSON.stringify(host.diagnostics));
  const request = {
    profile: "project:p0",
    task: { text: "Review the change." },
    access: { level: "read-only", network: "allow", allowProcess: false },
    backend: { model, thinkingLevel: "off", toolCatalog: [{ id: "read", name: "read", effects: ["filesystem-read"] }] },
  };
  const times = [];
  for (let run = 0; run < count; run += 1) {
    const from = performance.now();
    const snapshot = await host.value.resolveProfile("project:p0");
    const reply = await host.value.prepare(request);
    times.push(performance.now() - from);
    if (!snapshot.ok || !reply.ok) throw new Error(JSON.stringify([snapshot, reply]));
  }
  return times;
}

function timed(work) {
  const from = performance.now();
  work();
  return performance.now() - from;
}
