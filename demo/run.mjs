// The main job without an account: a scripted model on loopback, the real Pi, a sample project. Everything it writes is in one
// temporary directory that is removed at the end.
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { startModelServer } from "./model-server.mjs";
import { scriptedReviewer } from "./scripted-reviewer.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const task = "Review the checkout lock";
const typed = `/forge-agent run reviewer ${task}`;
const flags = process.argv.slice(2);
const interactive =
  process.stdin.isTTY && process.stdout.isTTY && !flags.includes("--yes") && !flags.includes("--json");

const home = mkdtempSync(join(tmpdir(), "forge-agent-demo-"));
const stopped = new AbortController();
for (const signal of ["SIGHUP", "SIGTERM", "SIGINT"]) process.on(signal, () => stopped.abort(signal));
const server = await startModelServer({ script: scriptedReviewer });
try {
  const project = join(home, "shop");
  const agentDir = join(home, "agent");
  cpSync(join(root, "demo", "sample-project"), project, { recursive: true });
  mkdirSync(agentDir, { mode: 0o700 });
  writeFileSync(join(agentDir, "models.json"), JSON.stringify(modelsFile(server.baseUrl), null, 2), { mode: 0o600 });
  const env = { ...process.env, PI_CODING_AGENT_DIR: agentDir, PI_OFFLINE: "1", PI_TELEMETRY: "0" };
  const pi = piScript();
  process.exitCode = interactive ? await openPi(pi, project, env) : await runOnce(pi, project, env);
} finally {
  await server.close();
  // Whatever still writes there was told to end.
  rmSync(home, { recursive: true, force: true, maxRetries: 10 });
}

function openPi(pi, project, env) {
  console.log(`A sample project, Pi, and a scripted model at ${server.baseUrl}. In Pi, type:\n`);
  console.log(`    ${typed}\n`);
  console.log("Read the panel, then press Ctrl+Y to approve. Leave Pi with Ctrl+D on an empty line.\n");
  return child(
    [
      pi,
      "-e",
      join(root, "dist", "extension.js"),
      "-e",
      join(root, "demo", "what-to-type.mjs"),
      "--provider",
      "demo",
      "--model",
      "scripted-reviewer",
      "--no-session",
    ],
    project,
    { ...env, FORGE_AGENT_DEMO_TYPE: typed },
  );
}

function runOnce(pi, project, env) {
  const args = [
    join(root, "dist", "src", "cli.js"),
    "run",
    "reviewer",
    "--cwd",
    project,
    "--pi",
    pi,
    "--model",
    "demo/scripted-reviewer",
    "--yes",
    "--json",
    "--",
    task,
  ];
  return child(args, root, env);
}

/** Ends with the program, or ends it with what ended the demo, so that nothing is left behind. */
function child(args, cwd, env) {
  return new Promise((resolve, reject) => {
    const started = spawn(process.execPath, args, { cwd, env, stdio: "inherit" });
    const stop = () => {
      started.kill(stopped.signal.reason);
      setTimeout(() => started.kill("SIGKILL"), 5_000).unref();
    };
    stopped.signal.addEventListener("abort", stop, { once: true });
    if (stopped.signal.aborted) stop();
    started.on("error", reject);
    started.on("exit", (code, signal) => resolve(code ?? (signal ? 128 + constants.signals[signal] : 0)));
  });
}

function piScript() {
  const manifest = fileURLToPath(import.meta.resolve("@mariozechner/pi-coding-agent")).replace(
    /dist[\\/].*$/,
    "package.json",
  );
  const { bin } = JSON.parse(readFileSync(manifest, "utf8"));
  return join(dirname(manifest), typeof bin === "string" ? bin : bin.pi);
}

function modelsFile(baseUrl) {
  return {
    providers: {
      demo: {
        baseUrl,
        api: "openai-completions",
        apiKey: "no-key-needed",
        models: [
          {
            id: "scripted-reviewer",
            name: "Scripted reviewer",
            reasoning: false,
            input: ["text"],
            contextWindow: 128000,
            maxTokens: 8192,
            cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
          },
        ],
      },
    },
  };
}
