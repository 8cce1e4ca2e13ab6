// Where one variation happens: a server that is meant, one that is not, and a Pi of its own with nothing of the user's.
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gate, startModelServer } from "../../demo/model-server.mjs";

/** Two requests, so that what a tool brings is seen too; the second waits until somebody has looked at the child. */
const answers = [{ text: "Looking.", tools: [{ name: "read", arguments: { path: "a.txt" } }] }, { text: "42" }];

/** In the models file, where a user may keep one, and nowhere else. */
export const theKey = "CANARY-OF-THE-KEY";

/** What is asked for: the plainest request there is, and one whose shape depends on more. */
export const scenes = {
  plain: { api: "openai-completions", modelId: "plain", thinkingLevel: "off" },
  thinking: { api: "anthropic-messages", modelId: "reasoning", thinkingLevel: "low" },
};

export async function openVariationWorld({ api }) {
  const looked = gate();
  const server = await startModelServer({
    script: ({ turn }) => ({ ...answers[Math.min(turn, 1)], ...(turn === 1 && { hold: looked.opened }) }),
  });
  const decoy = await openDecoy();
  const base = realpathSync(mkdtempSync(join(tmpdir(), "variation-")));
  const [root, home, agentDir] = ["project", "home", "agent"].map((name) => join(base, name));
  for (const directory of [root, home, agentDir]) mkdirSync(directory);
  const write = (path, text) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  };
  write(join(root, "a.txt"), "the fact is 42\n");
  const environment = {
    PATH: process.env.PATH ?? "",
    HOME: home,
    LANG: "C.UTF-8",
    TMPDIR: tmpdir(),
    PI_CODING_AGENT_DIR: agentDir,
  };
  const models = { providers: { loopback: providerOf(server, api) } };
  return {
    base,
    root,
    home,
    agentDir,
    server,
    decoy,
    looked,
    environment,
    models,
    write,
    /** A directory below the base, with one file in it. */
    directory: (name, file, text) => dirname(write(join(base, name, file), text)),
    program: (name, script) => {
      writeFileSync(write(join(base, "bin", name), ""), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      return join(base, "bin");
    },
    settings: (value) => write(join(agentDir, "settings.json"), JSON.stringify(value)),
    eachModel: (change) => models.providers.loopback.models.forEach(change),
    variable: (name, value) => Object.assign(environment, { [name]: value }),
    async close() {
      looked.open();
      await Promise.all([server.close(), decoy.close()]);
      rmSync(base, { recursive: true, force: true });
    },
  };
}

/** A place where nothing should go: it counts who comes and closes the door. */
async function openDecoy() {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on("error", () => {}).destroy();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${server.address().port}`;
  return {
    origin,
    baseUrl: `${origin}/v1`,
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function providerOf(server, api) {
  const shared = {
    contextWindow: 200_000,
    maxTokens: 8_000,
    input: ["text"],
    cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
  };
  return {
    api,
    baseUrl: api === "anthropic-messages" ? server.origin : server.baseUrl,
    apiKey: theKey,
    models: [
      { id: "plain", name: "Plain", reasoning: false, ...shared },
      { id: "reasoning", name: "Reasoning", reasoning: true, ...shared },
    ],
  };
}
