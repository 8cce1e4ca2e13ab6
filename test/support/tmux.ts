import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { processGone } from "./terminal-command.ts";

const run = promisify(execFile);
/** Milliseconds after which what is waited for will never come, however busy the machine. */
const patience = 100_000;

/** A real terminal with one program in it, for end-to-end tests. It has its own tmux server, which only this driver knows. */
export interface Terminal {
  /** The visible screen, without colours; `history` adds what scrolled out. */
  screen(options?: { readonly history?: boolean; readonly colours?: boolean }): Promise<string>;
  /** Types text as keys, without Enter. */
  type(text: string): Promise<void>;
  /** Presses named keys one after another: `Enter`, `Escape`, `C-y`, `Down`, `PageDown` … */
  press(...keys: readonly string[]): Promise<void>;
  /** Pastes as a terminal does, bracketed when the program asked for that; the keys follow at once. */
  paste(text: string, ...keys: readonly string[]): Promise<void>;
  /** Writes these bytes into the program again and again, as a key that is held down; gives how to let go once that has begun. */
  hold(bytes: string, everyMs?: number): Promise<() => Promise<void>>;
  /** Resolves with the screen once it shows `wanted`; throws with the last screen after `timeoutMs`. */
  waitForText(wanted: string | RegExp, timeoutMs?: number): Promise<string>;
  waitForScreen(matches: (screen: string) => boolean, what: string, timeoutMs?: number): Promise<string>;
  resize(width: number, height: number): Promise<void>;
  /** The process id of the program. */
  processId(): Promise<number>;
  /** Its exit status, once it has ended; 128 and more for a signal, as shells say it. */
  exitStatus(timeoutMs?: number): Promise<number>;
  kill(): Promise<void>;
}

export interface TerminalOptions {
  readonly command: readonly string[];
  readonly cwd: string;
  /** The whole environment of the program. */
  readonly environment: Readonly<Record<string, string>>;
  readonly width?: number;
  readonly height?: number;
}

export async function openTerminal(options: TerminalOptions): Promise<Terminal> {
  const { command, cwd, environment, width = 100, height = 30 } = options;
  const socket = `forge-agent-${randomUUID()}`;
  const env = { ...environment, TERM: "xterm-256color" };
  const tmux = async (...args: readonly string[]) => (await run("tmux", ["-L", socket, ...args], { env })).stdout;
  const fact = async (name: string) => (await tmux("display-message", "-p", "-t", "main", `#{${name}}`)).trim();

  // The server takes its variables from the client that starts it, so the program sees `environment` and nothing of ours.
  const settings = ["remain-on-exit on", "escape-time 0", "history-limit 20000", "default-terminal tmux-256color"];
  const set = settings.flatMap((setting) => ["set-option", "-g", ...setting.split(" "), ";"]);
  const size = ["-x", `${width}`, "-y", `${height}`];
  const quote = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;
  const quoted = command.map(quote).join(" ");
  const session = ["new-session", "-d", "-s", "main", ...size, "-c", cwd, `exec ${quoted}`];
  await run("tmux", ["-f", "/dev/null", "-L", socket, "start-server", ";", ...set, ...session], { env, cwd });

  const screen: Terminal["screen"] = ({ history = false, colours = false } = {}) =>
    tmux("capture-pane", "-p", "-t", "main", ...(history ? ["-S", "-"] : []), ...(colours ? ["-e"] : []));
  const waitForScreen: Terminal["waitForScreen"] = async (matches, what, timeoutMs = patience) => {
    const end = performance.now() + timeoutMs;
    // A frame can be caught while it is half drawn, so a screen counts when it matches twice in a row.
    for (let before = false; ; ) {
      const seen = await screen();
      const now = matches(seen);
      if (now && before) return seen;
      before = now;
      if (performance.now() > end) throw new Error(`No ${what} on the screen within ${timeoutMs} ms:\n${seen}`);
      await pause(25);
    }
  };

  return {
    screen,
    waitForScreen,
    type: async (text) => void (await tmux("send-keys", "-t", "main", "-l", "--", text)),
    press: async (...keys) => void (await tmux("send-keys", "-t", "main", ...keys)),
    paste: async (text, ...keys) => {
      const loader = spawn("tmux", ["-L", socket, "load-buffer", "-"], { env, stdio: ["pipe", "ignore", "inherit"] });
      loader.stdin.end(text);
      await once(loader, "close");
      const then = keys.length === 0 ? [] : [";", "send-keys", "-t", "main", ...keys];
      await tmux("paste-buffer", "-p", "-d", "-t", "main", ...then);
    },
    hold: async (bytes, everyMs = 50) => {
      const directory = mkdtempSync(join(tmpdir(), "forge-agent-held-"));
      const begun = join(directory, "begun");
      const write = `process.stdout.write(${JSON.stringify(bytes)})`;
      const tell = `require("fs").writeFileSync(${JSON.stringify(begun)}, "")`;
      const program = `${write}; ${tell}; setInterval(() => ${write}, ${everyMs})`;
      const holder = [process.execPath, "-e", program].map(quote).join(" ");
      await tmux("pipe-pane", "-I", "-t", "main", holder);
      while (!existsSync(begun)) await pause(10);
      rmSync(directory, { recursive: true });
      return async () => void (await tmux("pipe-pane", "-t", "main"));
    },
    waitForText: (wanted, timeoutMs) =>
      waitForScreen(
        (seen) => (typeof wanted === "string" ? seen.includes(wanted) : wanted.test(seen)),
        `${wanted}`,
        timeoutMs,
      ),
    resize: async (columns, rows) =>
      void (await tmux("resize-window", "-t", "main", "-x", `${columns}`, "-y", `${rows}`)),
    processId: async () => Number(await fact("pane_pid")),
    exitStatus: async (timeoutMs = patience) => {
      const end = performance.now() + timeoutMs;
      for (;;) {
        const status = await fact("pane_dead_status");
        if (status !== "") return Number(status);
        const signal = await fact("pane_dead_signal");
        if (signal !== "") return 128 + Number(signal);
        // tmux 3.3 can miss the signal by which a dead pane's program asks to be reaped; the end of another child is a second one.
        if ((await fact("pane_dead")) === "1") await tmux("run-shell", "-b", "true");
        if (performance.now() > end) throw new Error(`No exit status after ${timeoutMs} ms:\n${await screen()}`);
        await pause(25);
      }
    },
    kill: async () => {
      const program = await fact("pane_pid").then(Number, () => 0);
      await tmux("kill-server").catch(() => "it had ended already");
      // It hears that its terminal is gone, and may write until it has ended.
      await processGone(program, patience);
    },
  };
}
