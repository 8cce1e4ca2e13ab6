import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Api, ModelServer } from "./model-server.ts";

export interface TempProject {
  /** Holds everything below; removed by `remove`. */
  readonly base: string;
  readonly root: string;
  readonly home: string;
  readonly agentDir: string;
  /** Variables for a Pi that must not see the user's: its own home and agent directory, offline. */
  readonly environment: Readonly<Record<string, string>>;
  /** Writes a file below `root` (or at an absolute path below `base`) and returns its path. */
  write(path: string, text: string): string;
  remove(): void;
}

export interface TempProjectOptions {
  /** Without one, `models.json` points at a port where nobody listens. */
  readonly server?: ModelServer;
  readonly api?: Api;
  /** Path below the project's root -> text. */
  readonly files?: Readonly<Record<string, string>>;
}

/** The provider and the models that every temporary project has; the key is a literal in `models.json`. */
export const loopback = { provider: "loopback", plain: "plain", reasoning: "reasoning", key: "loopback-key" } as const;

export function createTempProject({
  server,
  api = "openai-completions",
  files = {},
}: TempProjectOptions = {}): TempProject {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "forge-agent-test-")));
  const [root, home, agentDir] = [join(base, "project"), join(base, "home"), join(base, "agent")];
  for (const directory of [root, home, agentDir]) mkdirSync(directory);
  const write = (path: string, text: string) => {
    const file = path.startsWith(base) ? path : join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  write(join(agentDir, "models.json"), `${JSON.stringify(modelsFile(server, api), null, 2)}\n`);
  for (const [path, text] of Object.entries(files)) write(path, text);
  return {
    base,
    root,
    home,
    agentDir,
    environment: {
      PATH: process.env.PATH ?? "",
      HOME: home,
      TMPDIR: tmpdir(),
      LANG: "C.UTF-8",
      PI_CODING_AGENT_DIR: agentDir,
      PI_OFFLINE: "1",
    },
    write,
    remove: () => rmSync(base, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }),
  };
}

function modelsFile(server: ModelServer | undefined, api: Api): object {
  const baseUrl = server ? (api === "anthropic-messages" ? server.origin : server.baseUrl) : "http://127.0.0.1:9/v1";
  const model = (id: string, reasoning: boolean) => ({
    id,
    name: `Loopback ${id}`,
    reasoning,
    input: ["text"],
    contextWindow: 200_000,
    maxTokens: 8_000,
    cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
  });
  const models = [model(loopback.plain, false), model(loopback.reasoning, true)];
  return { providers: { [loopback.provider]: { api, baseUrl, apiKey: loopback.key, models } } };
}
