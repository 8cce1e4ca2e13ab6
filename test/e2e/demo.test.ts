import { mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { endProcesses, processesWith } from "../support/terminal-command.ts";
import { openTerminal, type Terminal } from "../support/tmux.ts";

const script = fileURLToPath(new URL("../../demo/run.mjs", import.meta.url));
let temporary: string;
let agentDir: string;
let terminal: Terminal | undefined;

beforeEach(() => {
  temporary = realpathSync(mkdtempSync(join(tmpdir(), "demo-test-")));
  agentDir = join(temporary, "none");
});

afterEach(async () => {
  await terminal?.kill();
  endProcesses(pis());
  rmSync(temporary, { recursive: true, force: true });
});

/** What the demo keeps its files in, and the Pi that it started there. */
const demos = () => readdirSync(temporary).filter((name) => name.startsWith("forge-agent-demo-"));
const pis = () => processesWith("PI_CODING_AGENT_DIR", agentDir);

test.each(["SIGHUP", "SIGTERM"] as const)(
  "the demo says what to type where it is typed, and leaves nothing behind after %s",
  async (signal) => {
    const environment = { PATH: process.env.PATH ?? "", HOME: temporary, TMPDIR: temporary, LANG: "C.UTF-8" };
    terminal = await openTerminal({
      command: [process.execPath, script],
      cwd: temporary,
      environment,
      width: 80,
      height: 24,
    });
    const isUp = (screen: string) =>
      screen.includes("/forge-agent run reviewer Review the checkout lock") && /\bscripted-reviewer\s*$/m.test(screen);
    await terminal.waitForScreen(isUp, "what to type, above Pi's own last line");
    expect(demos()).toHaveLength(1);
    agentDir = join(temporary, demos()[0] ?? "", "agent");
    expect(pis()).not.toEqual([]);
    process.kill(await terminal.processId(), signal);
    await terminal.exitStatus();
    expect(demos()).toEqual([]);
    expect(pis()).toEqual([]);
  },
);
