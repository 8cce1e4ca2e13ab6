import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { type PiHost, piHosts } from "../support/pi-hosts.ts";
import { hasRipgrep } from "../support/search-programs.ts";
import { createTempProject, type TempProject } from "../support/temp-project.ts";

const { hosts, missing } = piHosts();
for (const reason of missing) console.warn(`Skipped: ${reason}`);
const probe = fileURLToPath(new URL("../fixtures/extensions/support-probe.ts", import.meta.url));

let server: ModelServer;
let project: TempProject;
beforeEach(async () => {
  const call = (name: string, args: object) => ({ name, arguments: args });
  const searches = hasRipgrep ? [call("grep", { pattern: "KEY" })] : [];
  server = await startModelServer({
    script: [
      { tools: [call("ls", {}), call("read", { path: "src/a.ts" }), ...searches] },
      { tools: ["@/etc/hostname", "~/x", "out", ".env", "/proc/self/environ"].map((path) => call("read", { path })) },
      { text: "done" },
    ],
  });
  project = createTempProject({ server, files: { "src/a.ts": "const KEY = 1;", ".env": "KEY=secret" } });
  symlinkSync("/etc/hostname", join(project.root, "out"));
  mkdirSync(join(project.base, "empty"));
});
afterEach(async () => {
  await server.close();
  project.remove();
});

interface Seen {
  readonly read: readonly string[];
  readonly refused: readonly string[];
  readonly facts: { readonly outcomes: readonly Record<string, unknown>[]; readonly key: string | null };
}

/** One print-mode run that boots in an empty directory. */
async function run({ execPath, scriptPath }: PiHost, more: Record<string, string> = {}): Promise<Seen> {
  const output = join(project.base, "seen.json");
  const flags = ["-p", "--no-session", "--no-extensions", "-e", probe, "--tools", "read,grep,find,ls"];
  const child = spawn(execPath, [scriptPath, ...flags, "--provider", "loopback", "--model", "plain", "go"], {
    cwd: join(project.base, "empty"),
    env: { ...project.environment, PROBE_ROOT: project.root, PROBE_OUTPUT: output, ...more },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let complaints = "";
  child.stderr.on("data", (chunk) => {
    complaints += chunk;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`Pi ended with ${code}: ${complaints}`);
  return JSON.parse(readFileSync(output, "utf8"));
}

describe.each(hosts)("on $name", (host) => {
  test("the tools serve the root although Pi stands elsewhere, and the model gets nothing refused", {
    timeout: 60_000,
  }, async () => {
    const { read, refused, facts } = await run(host);
    expect(read).toEqual(["src/a.ts"]);
    expect([...refused].sort()).toEqual([".env", "/proc/self/environ", "@/etc/hostname", "out", "~/x"]);
    expect(server.requests).toHaveLength(3);
    const [first, , last] = server.requests;
    expect(first?.json.tools.map((each: { function: { name: string } }) => each.function.name).sort()).toEqual([
      "find",
      "grep",
      "ls",
      "read",
    ]);
    expect(last?.text).toContain("const KEY = 1;");
    expect(last?.text).not.toContain("KEY=secret");

    const [plain, clamped, unknown] = facts.outcomes;
    expect(plain).toMatchObject({
      ok: true,
      value: {
        destination: {
          provider: "loopback",
          api: "openai-completions",
          baseUrl: server.baseUrl,
          origin: "models-file",
        },
        price: { currency: "USD", input: 3, output: 15 },
        contextWindow: 200_000,
        thinkingLevels: ["off"],
        keyVariables: [],
        authenticated: true,
      },
    });
    expect(plain).not.toHaveProperty("value.registration");
    expect(clamped).toMatchObject({ ok: false, diagnostics: [{ code: "model.thinking-level" }] });
    expect(unknown).toMatchObject({ ok: false, diagnostics: [{ code: "model.unknown", path: "model.id" }] });
  });

  test("a provider redirected by an extension is resolved as the parent does, and handed over", {
    timeout: 60_000,
  }, async () => {
    const redirect = server.baseUrl.replace("127.0.0.1", "localhost");
    const { facts } = await run(host, { PROBE_REDIRECT: redirect });
    expect(facts.outcomes[0]).toMatchObject({
      ok: true,
      value: {
        destination: { baseUrl: redirect, origin: "extension" },
        registration: { provider: "loopback", config: { baseUrl: redirect, models: [{ id: "plain" }] } },
      },
    });
    expect(JSON.stringify(facts.outcomes)).not.toContain("loopback-key");
    expect(facts.key).toBe("loopback-key");
  });
});
