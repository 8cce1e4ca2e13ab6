// What the parent model waits for: one tool call, and eight in one turn with the memory of all processes. Nobody is asked: a trusted
// project's own file allows it, so the child starts cold, after the call.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { benchApp, trustAll, writePromptOf } from "./app.mjs";
import { estimate } from "./statistics.mjs";
import { model, openWorld } from "./world.mjs";

const extension = fileURLToPath(new URL("../dist/extension.js", import.meta.url));
const manyCalls = 8;
const sampleEveryMs = 50;

export async function measureCalls({ host, pairs, progress }) {
  const world = await openWorld(parentAndChildren);
  try {
    const profile = writePromptOf(world, 4 * 1024);
    await trustAll(world, benchApp({ world, host }), [profile], { allowAgentInvocationWithoutApproval: true });
    const [one, many] = [[], []];
    await called(world, host, profile, 1);
    for (let pair = 0; pair < pairs; pair += 1) {
      progress(`tool calls, round ${pair + 1} of ${pairs}`);
      one.push(await called(world, host, profile, 1));
      many.push(await called(world, host, profile, manyCalls));
    }
    const of = (samples, what) => estimate(samples.map((each) => each[what]));
    return [
      { name: "tool call -> child's first request, cold", unit: "ms", ...of(one, "first") },
      { name: "tool call -> parent's next request (round trip)", unit: "ms", ...of(one, "roundTrip") },
      { name: `${manyCalls} calls in one turn -> parent's next request`, unit: "ms", ...of(many, "roundTrip") },
      { name: `  resident memory of all processes, at most`, unit: "MB", ...of(many, "residentMb") },
      { name: `  resident memory of the parent alone, at most`, unit: "MB", ...of(many, "parentMb") },
    ];
  } finally {
    await world.close();
  }
}

/** Only a parent has our tool. Its first turn makes the calls that its user's message counts. */
function parentAndChildren({ json, turn }) {
  if (!isParent(json) || turn > 0) return { text: "done" };
  const [, count, profile] = /call (\d+) times (\S+)/.exec(JSON.stringify(json.messages)) ?? [];
  const each = (index) => ({ name: "forge_subagent", arguments: { profileId: profile, task: `Say done, ${index}.` } });
  return { tools: Array.from({ length: Number(count) }, (_, index) => each(index)) };
}

function isParent({ tools = [] }) {
  return tools.some((tool) => tool.function.name === "forge_subagent");
}

async function called(world, host, profile, count) {
  const seen = world.server.requests.length;
  const who = ["--provider", model.provider, "--model", model.id];
  const args = [
    host.scriptPath,
    "-p",
    "--no-session",
    "-e",
    extension,
    ...who,
    `call ${count} times ${profile} please`,
  ];
  const pi = spawn(host.execPath, args, { cwd: world.root, env: world.environment, stdio: "ignore" });
  const memory = peakMemory(pi.pid);
  const [code] = await once(pi, "exit");
  const { total, parent } = memory.stop();
  const requests = world.server.requests.slice(seen);
  const [asked, answered] = requests.filter(({ json }) => isParent(json));
  const children = requests.filter(({ json }) => !isParent(json));
  if (code !== 0 || children.length !== count || answered === undefined) {
    throw new Error(`Pi ended with ${code} after ${children.length} of ${count} runs.`);
  }
  return {
    first: children[0].receivedAt - asked.receivedAt,
    roundTrip: answered.receivedAt - asked.receivedAt,
    residentMb: total / 1024,
    parentMb: parent / 1024,
  };
}

/** Resident KiB of a process with all that it started: the largest sum seen. Pages that they share count once for each. */
function peakMemory(id) {
  let [total, parent] = [0, 0];
  const timer = setInterval(() => {
    const resident = familyOf(id).map((each) => each.residentKb);
    total = Math.max(
      total,
      resident.reduce((sum, each) => sum + each, 0),
    );
    parent = Math.max(parent, resident[0] ?? 0);
  }, sampleEveryMs);
  return {
    stop() {
      clearInterval(timer);
      return { total, parent };
    },
  };
}

function familyOf(id) {
  const processes = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap(statusOf);
  const family = processes.filter((each) => each.id === id);
  for (const { id: parentId } of family) family.push(...processes.filter((each) => each.parentId === parentId));
  return family;
}

function statusOf(name) {
  try {
    const status = readFileSync(`/proc/${name}/status`, "utf8");
    const field = (key) => Number(new RegExp(`^${key}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);
    return [{ id: Number(name), parentId: field("PPid"), residentKb: field("VmRSS") }];
  } catch {
    return []; // Gone between the two looks.
  }
}
