// One loopback model that answers at once, one empty project, one agent directory of its own: what is measured is overhead only.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { startModelServer } from "../demo/model-server.mjs";
import { requestSettings } from "../dist/src/backends/request-settings.js";

export const model = { provider: "bench", id: "plain" };

export async function openWorld(script = [{ text: "done" }]) {
  const server = await startModelServer({ script });
  const base = realpathSync(mkdtempSync(join(tmpdir(), "forge-agent-bench-")));
  const [root, home, agentDir] = ["project", "home", "agent"].map((name) => join(base, name));
  for (const directory of [root, home, agentDir]) mkdirSync(directory, { mode: 0o700 });
  const write = (path, value) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value));
  };
  write(join(agentDir, "models.json"), { providers: { [model.provider]: provider(server.baseUrl) } });
  return {
    server,
    root,
    home,
    write: (path, value) => write(join(root, path), value),
    environment: {
      PATH: process.env.PATH ?? "",
      HOME: home,
      TMPDIR: tmpdir(),
      LANG: "C.UTF-8",
      PI_CODING_AGENT_DIR: agentDir,
      PI_OFFLINE: "1",
      PI_TELEMETRY: "0",
    },
    async close() {
      await server.close();
      rmSync(base, { recursive: true, force: true });
    },
  };
}

const price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
const limits = { contextWindow: 200_000, maxTokens: 8_000 };

function provider(baseUrl) {
  const plain = { id: model.id, name: "Bench", reasoning: false, input: ["text"], cost: price, ...limits };
  return { api: "openai-completions", baseUrl, apiKey: "bench-key", models: [plain] };
}

/** What Pi's registry says of the model, for an application that runs outside Pi. */
export function modelFacts({ server, environment }, { nodeVersion }) {
  const { provider: name, id } = model;
  const entry = { reasoning: false, input: ["text"], maxTokens: limits.maxTokens };
  return {
    model,
    destination: {
      provider: name,
      modelId: id,
      api: "openai-completions",
      baseUrl: server.baseUrl,
      host: `127.0.0.1:${server.port}`,
      headerNames: [],
      proxy: null,
      tls: "default",
      origin: "models-file",
    },
    price: { currency: "USD", ...price },
    contextWindow: limits.contextWindow,
    maxOutputTokens: limits.maxTokens,
    requestSettings: requestSettings(entry, environment.PI_CODING_AGENT_DIR),
    nodeVersion,
    thinkingLevels: ["off"],
    keyVariables: [],
    authenticated: true,
  };
}
