import { fileURLToPath } from "node:url";
import type { PiHost } from "./pi-hosts.ts";
import { loopback, type TempProject } from "./temp-project.ts";
import { openTerminal, type Terminal } from "./tmux.ts";

/** As it is published; `npm test` builds it first. */
export const builtExtension = fileURLToPath(new URL("../../dist/extension.js", import.meta.url));
export const sourceExtension = fileURLToPath(new URL("../../extension.ts", import.meta.url));

export interface PiSession extends Terminal {
  /** Types a command into Pi's editor and runs it; what Pi offers to complete is dismissed first. */
  command(text: string): Promise<void>;
  /** The panel with this page open, once it is armed; a strip, or the list of several, is opened first. */
  waitForPanel(page?: "Task" | "Full prompt"): Promise<string>;
  /** What stands in Pi's editor, once it is what was waited for. */
  waitForEditor(matches: (text: string) => boolean): Promise<string>;
  /** Closes what stands over the editor, and empties the editor. */
  reset(): Promise<void>;
}

export interface PiSessionOptions {
  readonly host: PiHost;
  readonly project: TempProject;
  readonly extension?: string;
  /** Further arguments for Pi. */
  readonly arguments?: readonly string[];
  /** Pi writes its session to disk, as it does for a person. */
  readonly keepsSession?: boolean;
  readonly width?: number;
  readonly height?: number;
}

/** The real Pi with the extension, in a terminal of its own, ready for the first key. */
export async function openPi(options: PiSessionOptions): Promise<PiSession> {
  const { host, project, extension = builtExtension, width, height } = options;
  const kept = options.keepsSession ? [] : ["--no-session"];
  const model = ["--provider", loopback.provider, "--model", loopback.plain];
  const terminal = await openTerminal({
    command: [host.execPath, host.scriptPath, "-e", extension, ...model, ...kept, ...(options.arguments ?? [])],
    cwd: project.root,
    environment: project.environment,
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
  });
  await terminal.waitForScreen(isReady, "editor of Pi").catch(async (fault) => {
    await terminal.kill();
    throw fault;
  });
  const waitForEditor = async (matches: (text: string) => boolean) =>
    editorOf(await terminal.waitForScreen((screen) => matches(editorOf(screen)), "such text in the editor"));
  return {
    ...terminal,
    async command(text) {
      await terminal.type(text);
      await waitForEditor((typed) => typed.includes(text.slice(-20)));
      await terminal.press("Escape");
      await terminal.press("Enter");
    },
    async waitForPanel(page = "Task") {
      const isPanel = (screen: string) => screen.includes(`├ ${page} ─`) && screen.includes("ready: press Ctrl+Y");
      const what = `armed panel with "${page}"`;
      const screen = await terminal.waitForScreen((each) => isPanel(each) || isShort(each), what);
      if (isPanel(screen)) return screen;
      await terminal.press("Enter");
      return terminal.waitForScreen(isPanel, what);
    },
    waitForEditor,
    async reset() {
      for (let screen = await terminal.screen(); !isReady(screen); screen = await terminal.screen()) {
        // Two Ctrl+C in a row would end Pi, so there is one only where there is text to take out.
        await terminal.press(editorOf(screen).trim() === "" ? "Escape" : "C-c");
        await terminal.waitForScreen((next) => next !== screen, "change after closing or emptying");
      }
    },
  };
}

/** What stands in the panel's place for a setup that was approved here before, or while several wait; Enter opens the panel. */
function isShort(screen: string): boolean {
  return /RUN AGAIN ─|APPROVE \d+ RUNS/.test(screen) && screen.includes("ready: press Ctrl+Y");
}

/** Pi draws its editor between two lines across the whole screen, above its footer; they say how many lines do not fit. */
function editorOf(screen: string): string {
  const lines = screen.split("\n");
  const edges = lines.flatMap((line, index) => (/^─{20,}|^─+ [↑↓] \d+ more ─/.test(line.trim()) ? [index] : []));
  const [top, bottom] = edges.slice(-2);
  return top === undefined || bottom === undefined ? "" : lines.slice(top + 1, bottom).join("\n");
}

function isReady(screen: string): boolean {
  return screen.includes(loopback.plain) && editorOf(screen).trim() === "" && /^─{20,}/m.test(screen);
}
