// Resumes a conversation with a hundred runs whose answers are 8 MiB each, in pairs with the same runs whose answers are as short as what
// a conversation receives, and with the same turns in which no tool was called; and looks at the history's size.
//   npm run bench:resume [-- --pairs N] [--runs N]
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { SessionManager } from "@mariozechner/pi-coding-agent";
import { toldResult } from "../dist/src/app-result.js";
import { createHistory } from "../dist/src/history/history.js";
import { median, pairedRatio } from "./statistics.mjs";

const { values } = parseArgs({
  options: { pairs: { type: "string", default: "15" }, runs: { type: "string", default: "100" } },
});
const [pairs, runs] = [Number(values.pairs), Number(values.runs)];
const limit = 1.2;
const sessionShare = 64 * 1024;
const historyBytes = 256_000_000;

const base = mkdtempSync(join(tmpdir(), "forge-agent-resume-"));
const [root, agentDir, sessions] = ["project", "agent", "sessions"].map((name) => join(base, name));
for (const directory of [root, agentDir, sessions]) mkdirSync(directory);
let faults = 0;
try {
  const [none, short, long] = [undefined, toldRun(12_000), toldRun(8 * 1024 * 1024)].map(conversation);
  const added = (statSync(long).size - statSync(none).size) / runs;
  judge(`one run adds ${Math.ceil(added)} bytes to Pi's session file`, added <= sessionShare);
  judge(await fillHistory(), true);
  const pi = startPi();
  const times = { none: [], short: [], long: [] };
  // The first of each is read from a cold cache.
  for (let pair = -1; pair < pairs; pair++) {
    for (const [name, session] of Object.entries({ none, short, long })) {
      const time = await pi.resume(session);
      if (pair >= 0) times[name].push(time);
    }
  }
  pi.end();
  judge(...compared("the same with answers of 12,000 characters", times.long, times.short));
  // What any tool's result of that length costs Pi: no limit of ours.
  console.log(`     ${compared("the same turns without a tool call", times.long, times.none)[0]}`);
} finally {
  rmSync(base, { recursive: true, force: true });
}
process.exitCode = faults === 0 ? 0 : 1;

function judge(sentence, isGood) {
  console.log(`${isGood ? "ok  " : "FAIL"} ${sentence}`);
  if (!isGood) faults += 1;
}

function compared(what, ours, others) {
  const ratio = pairedRatio(ours, others);
  const interval = `[${ratio.low.toFixed(3)}, ${ratio.high.toFixed(3)}]`;
  const [mine, theirs] = [ours, others].map((each) => Math.round(median(each)));
  const sentence = `resuming takes ${mine} ms, ${theirs} ms for ${what}: ratio ${ratio.median.toFixed(3)} ${interval} of ${pairs} pairs`;
  return [sentence, ratio.median <= limit];
}

/** What a conversation receives of a run with an answer of so many characters, at the usual projection. */
function toldRun(answerChars) {
  const seal = `sha256:v1:${"a".repeat(64)}`;
  const filesRead = Array.from({ length: 200 }, (_, index) => `src/${"long-folder-name/".repeat(4)}file-${index}.ts`);
  const childReport = { requests: [], blockedToolCalls: 0, refusedPaths: [".env"], filesRead, forcedExit: false };
  const output = {
    text: "The answer has many lines.\n".repeat(Math.ceil(answerChars / 27)).slice(0, answerChars),
    partial: false,
  };
  const plan = {
    profile: { profileId: "project:reviewer" },
    model: { provider: "acme", id: "model" },
    resultProjection: { maxChars: 12_000 },
    limits: {},
    executionFingerprint: seal,
  };
  const response = { status: "completed", runId: "run:1", durationMs: 60_000, output, childReport };
  const approval = { source: "person", approvedAt: new Date().toISOString() };
  return toldResult("reviewer", { kind: "ran", plan, approval, response, events: [], diagnostics: [] }, "r_1", "nonce");
}

/** A hundred turns as Pi writes them; with `told`, each of them delegated once. */
function conversation(told) {
  const manager = SessionManager.create(root, sessions);
  const assistant = { role: "assistant", api: "openai-completions", provider: "acme", model: "model", timestamp: 1 };
  const zero = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2 };
  const usage = { ...zero, cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 } };
  const said = (content, stopReason) => manager.appendMessage({ ...assistant, content, usage, stopReason });
  for (let turn = 0; turn < runs; turn++) {
    manager.appendMessage({
      role: "user",
      content: [{ type: "text", text: "Ask somebody. ".repeat(100) }],
      timestamp: 1,
    });
    if (told) {
      const call = { type: "toolCall", id: `call_${turn}`, name: "forge_subagent" };
      said([{ ...call, arguments: { profileId: "reviewer", task: "Look." } }], "toolUse");
      const about = { role: "toolResult", toolCallId: `call_${turn}`, toolName: "forge_subagent", isError: false };
      const content = [{ type: "text", text: told.text }];
      manager.appendMessage({ ...about, content, details: { summary: told.summary }, timestamp: 1 });
    }
    said([{ type: "text", text: "It was looked at. ".repeat(100) }], "stop");
  }
  return manager.getSessionFile();
}

async function fillHistory() {
  const directory = join(agentDir, "forge-agent", "history");
  const history = createHistory({ directory });
  const text = "x".repeat(8 * 1024 * 1024);
  const at = new Date().toISOString();
  for (let run = 0; run < runs; run++) {
    const response = { status: "completed", durationMs: 1, output: { text, partial: false } };
    const asked = { status: "completed", profileId: "project:reviewer", task: "Look.", asker: "model", cwd: root };
    const kept = await history.record({ ...asked, startedAt: at, endedAt: at, response, diagnostics: [] });
    if (!kept.ok) throw new Error(JSON.stringify(kept.diagnostics));
  }
  const names = readdirSync(directory).filter((name) => name.endsWith(".json"));
  const bytes = names.reduce((sum, name) => sum + statSync(join(directory, name)).size, 0);
  if (bytes > historyBytes) faults += 1;
  return `the history keeps ${names.length} of ${runs} runs in ${bytes.toLocaleString("en")} bytes`;
}

/** Pi in RPC mode with the extension: `switch_session` does what /resume does once a session is chosen. */
function startPi() {
  const script = fileURLToPath(new URL("./cli.js", import.meta.resolve("@mariozechner/pi-coding-agent")));
  const extension = fileURLToPath(new URL("../dist/extension.js", import.meta.url));
  const env = { PATH: process.env.PATH, HOME: base, TMPDIR: tmpdir(), PI_CODING_AGENT_DIR: agentDir, PI_OFFLINE: "1" };
  const child = spawn(process.execPath, [script, "--mode", "rpc", "-e", extension], {
    cwd: root,
    env,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const waiting = new Map();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const { type, id, success, error } = JSON.parse(line);
    if (type !== "response" || !waiting.has(id)) return;
    waiting.get(id)(success ? undefined : new Error(error));
    waiting.delete(id);
  });
  let count = 0;
  return {
    async resume(sessionPath) {
      const id = `resume-${count++}`;
      const before = performance.now();
      const answered = new Promise((resolve) => waiting.set(id, resolve));
      child.stdin.write(`${JSON.stringify({ id, type: "switch_session", sessionPath })}\n`);
      const fault = await answered;
      if (fault) throw fault;
      return performance.now() - before;
    },
    end: () => child.stdin.end(),
  };
}
