import { type ChildProcess, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { byteTail } from "./byte-tail.ts";
import { lineSplitter } from "./line-splitter.ts";

const stderrBytes = 64 * 1024;
/** A frame is at most a piece of an answer. */
const longestFrame = 16 * 1024 * 1024;
/** An RPC record carries a whole message, or all of them; what it is stands at its beginning. */
const headLength = 4 * 1024;
/** After the exit, what is left in the pipes is read; a grandchild may hold stdout or stderr open much longer. */
const drainMs = 1_000;

export interface SpawnRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly stdin: "ignore" | "pipe";
  readonly onFrameLine: (line: string) => void;
  /** The beginning of each line, at most 4,096 characters. Absent: stdout is read and thrown away. */
  readonly onOutputLine?: (line: string) => void;
  /** A frame of the child is longer than any of ours. */
  readonly onTooLong: () => void;
}

export interface ChildExit {
  readonly code: number | null;
  readonly signal: string | null;
  /** Why there never was a process. */
  readonly spawnError?: string;
  /** We signalled it: it did not leave by itself. */
  readonly forced: boolean;
  readonly stderr: string;
}

export interface Child {
  readonly pid: number | undefined;
  /** Settles once, when the process is gone; never rejects. */
  readonly exited: Promise<ChildExit>;
  /** Writes on descriptor 4; after the end of the child it does nothing. */
  send(text: string): void;
  /** Writes on standard input, where there is one. */
  write(text: string): void;
  closeInput(): void;
  /** Closes descriptor 4: the bridge ends the child by itself. */
  closeControl(): void;
  /** Closes descriptor 4, sends TERM, then KILL to the whole group after `graceMs`. Safe to call twice. */
  terminate(graceMs: number): Promise<ChildExit>;
}

/** Starts one child without a shell. Never throws: what `spawn` throws at once becomes an exit with `spawnError`. */
export function startChild(request: SpawnRequest): Child {
  try {
    return watched(
      spawn(request.command, request.args, {
        cwd: request.directory,
        env: { ...request.environment },
        stdio: [request.stdin, "pipe", "pipe", "pipe", "pipe"],
        shell: false,
        windowsHide: true,
        // Its own group, so that KILL reaches what it started; descriptor 4 and not the terminal decides its life.
        detached: process.platform !== "win32",
      }),
      request,
    );
  } catch (cause) {
    return neverStarted(cause);
  }
}

export interface OutputRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

export interface CollectedOutput {
  /** Null when it was killed or never started. */
  readonly code: number | null;
  readonly output: Buffer;
  /** Why it was ended by us, or never started. */
  readonly ended?: "too-long" | "timeout" | "aborted" | "not-started";
  readonly stderr: string;
}

/** Runs a program without a shell to its end, within bounds of bytes and time, and hands over what it wrote. Never rejects. */
export function collectOutput(request: OutputRequest, signal: AbortSignal): Promise<CollectedOutput> {
  const { command, args, directory, environment, input = "", maxBytes, timeoutMs } = request;
  const tail = byteTail(stderrBytes);
  const chunks: Buffer[] = [];
  let size = 0;
  let ended: CollectedOutput["ended"];
  const collected = new Promise<CollectedOutput>((resolve) => {
    const options = { cwd: directory, env: { ...environment }, shell: false, windowsHide: true };
    const child = spawn(command, args, options);
    const end = (why: NonNullable<CollectedOutput["ended"]>) => {
      ended ??= why;
      child.kill("SIGKILL");
    };
    const timer = setTimeout(() => end("timeout"), timeoutMs);
    const abort = () => end("aborted");
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    child.stderr.on("data", tail.push);
    child.stdout.on("data", (chunk: Buffer) => {
      const kept = chunk.subarray(0, Math.max(0, maxBytes - size));
      chunks.push(kept);
      size += kept.length;
      if (kept.length < chunk.length) end("too-long");
    });
    child.stdin.on("error", () => {}); // It may leave without reading; its code tells how it went.
    child.stdin.end(input);
    child.once("error", () => {
      if (child.pid === undefined) ended ??= "not-started";
    });
    child.once("close", (code) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      const output = Buffer.concat(chunks);
      resolve({ code, output, stderr: tail.text(), ...(ended === undefined ? {} : { ended }) });
    });
  });
  return collected.catch((cause) => ({
    code: null,
    output: Buffer.alloc(0),
    ended: "not-started",
    stderr: messageOf(cause),
  }));
}

function watched(child: ChildProcess, request: SpawnRequest): Child {
  const tail = byteTail(stderrBytes);
  const control = writable(child.stdio[4]);
  let forced = false;
  let gone = false;

  child.stderr?.on("data", tail.push);
  if (request.onOutputLine) readLines(child.stdout, { maxLength: headLength, onLine: request.onOutputLine });
  else child.stdout?.resume();
  const { onFrameLine: onLine, onTooLong } = request;
  readLines(readable(child.stdio[3]), { maxLength: longestFrame, onLine, onTooLong });
  for (const stream of [child.stdin, child.stdout, child.stderr, ...child.stdio.slice(3)]) {
    stream?.on("error", () => {}); // A broken pipe is the child's end, which `exited` tells.
  }

  const exited = new Promise<ChildExit>((resolve) => {
    const settle = (exit: Omit<ChildExit, "forced" | "stderr">) => {
      if (gone) return;
      gone = true;
      for (const stream of child.stdio) stream?.destroy();
      resolve({ ...exit, forced, stderr: tail.text() });
    };
    child.once("error", (cause) => {
      if (child.pid === undefined) settle({ code: null, signal: null, spawnError: messageOf(cause) });
    });
    child.once("exit", (code, signal) => {
      const timer = setTimeout(() => settle({ code, signal }), drainMs);
      const drained = () => {
        clearTimeout(timer);
        settle({ code, signal });
      };
      child.once("close", drained);
    });
  });

  const terminate = async (graceMs: number) => {
    control?.end();
    if (gone || child.exitCode !== null || child.signalCode !== null) return exited;
    forced = true;
    signal(child, "SIGTERM");
    // `child.killed` only says that a signal was sent, so the exit alone stops the escalation.
    const timer = setTimeout(() => signal(child, "SIGKILL"), graceMs);
    const exit = await exited;
    clearTimeout(timer);
    return exit;
  };

  return {
    pid: child.pid,
    exited,
    send: (text) => writeIfOpen(control, text),
    write: (text) => writeIfOpen(child.stdin, text),
    closeInput: () => void child.stdin?.end(),
    closeControl: () => void control?.end(),
    terminate,
  };
}

function signal(child: ChildProcess, name: "SIGTERM" | "SIGKILL"): void {
  try {
    if (name === "SIGKILL" && child.pid !== undefined && process.platform !== "win32") process.kill(-child.pid, name);
    else child.kill(name);
  } catch {
    child.kill(name); // The group is gone already; the process itself may not be.
  }
}

function readLines(stream: Readable | null, options: Parameters<typeof lineSplitter>[0]): void {
  stream?.on("data", lineSplitter(options).push);
}

function writeIfOpen(stream: Writable | null, text: string): void {
  if (stream?.writable) stream.write(text);
}

function readable(stream: ChildProcess["stdio"][number] | undefined): Readable | null {
  return stream != null && "read" in stream ? stream : null;
}

function writable(stream: ChildProcess["stdio"][number] | undefined): Writable | null {
  return stream != null && "write" in stream ? stream : null;
}

function neverStarted(cause: unknown): Child {
  const exit: ChildExit = { code: null, signal: null, spawnError: messageOf(cause), forced: false, stderr: "" };
  const nothing = () => {};
  return {
    pid: undefined,
    exited: Promise.resolve(exit),
    send: nothing,
    write: nothing,
    closeInput: nothing,
    closeControl: nothing,
    terminate: () => Promise.resolve(exit),
  };
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
