import { tmpdir } from "node:os";
import type { ModelReference, ThinkingLevel } from "../contract/model.ts";
import { bridgePath } from "./bridge-location.ts";
import { childCommand } from "./child-arguments.ts";
import { childFrame } from "./frame-check.ts";
import {
  type ChildFrame,
  encodeFrame,
  type ParentFrame,
  protocolVersion,
  type ReadyFrame,
  type SetupFrame,
} from "./frames.ts";
import type { PiInstallation } from "./pi-installation.ts";
import { createPrivateDirectory } from "./private-directory.ts";
import { rpcDriver } from "./rpc-driver.ts";
import { type Child, type ChildExit, startChild } from "./spawn.ts";

export interface PiChildRequest {
  readonly installation: PiInstallation;
  readonly mode: "text" | "rpc";
  /** Absent: Pi's own default model, for a caller that only wants to know which that is. */
  readonly model?: ModelReference;
  readonly thinkingLevel?: ThinkingLevel;
  readonly environment: Readonly<Record<string, string>>;
  readonly setup: Omit<SetupFrame, "type" | "version" | "placeholder">;
  readonly newId: () => string;
}

export interface PiChild {
  readonly pid: number | undefined;
  /** What the booted child sees; undefined when it ended before that. */
  readonly ready: Promise<ReadyFrame | undefined>;
  /** Settles when the process is gone and its directory removed; never rejects. */
  readonly exited: Promise<PiChildExit>;
  /** Frames from now on; those before are not kept. */
  follow(listener: (frame: ChildFrame) => void): void;
  send(frame: ParentFrame): void;
  /** Ends it: descriptor 4 closed, TERM, KILL after the grace. */
  end(graceMs: number): Promise<PiChildExit>;
  /** Asks it to leave by itself, now that it has nothing left to do. */
  leave(): void;
}

export interface PiChildExit extends ChildExit {
  /** What it wrote that is not of this protocol. */
  readonly protocolError?: string;
}

/** Starts Pi with our bridge and nothing else in an empty directory. It holds no prompt and waits for its job. */
export function startPiChild(request: PiChildRequest): PiChild {
  const placeholder = `pi-forge-agent waits for its job ${request.newId()}`;
  const started = startInDirectory(request, placeholder, (line) => receive(line));
  const { child, directory } = started;
  let listener: (frame: ChildFrame) => void = () => {};
  let protocolError: string | undefined;
  let booted: (frame: ReadyFrame | undefined) => void = () => {};
  const ready = new Promise<ReadyFrame | undefined>((resolve) => {
    booted = resolve;
  });

  function receive(line: string): void {
    const frame = childFrame(line);
    if (frame === undefined) {
      misbehaved("The child wrote a line that is no frame of this protocol.");
      return;
    }
    if (frame.type === "ready") {
      if (request.mode === "rpc") started.rpc.prompt(placeholder);
      booted(frame);
    }
    listener(frame);
  }
  function misbehaved(message: string): void {
    protocolError ??= message;
    void child.terminate(killGraceMs);
  }
  started.onTooLong(() => misbehaved("The child wrote a line that is longer than any record of this protocol."));

  child.send(encodeFrame({ type: "setup", version: protocolVersion, placeholder, ...request.setup }));
  const exited = child.exited.then((exit) => {
    directory?.remove();
    booted(undefined);
    if (directory === undefined) return { ...exit, spawnError: noDirectory() };
    return protocolError === undefined ? exit : { ...exit, protocolError };
  });
  return {
    pid: child.pid,
    ready,
    exited,
    follow: (next) => {
      listener = next;
    },
    send: (frame) => child.send(encodeFrame(frame)),
    end: async (graceMs) => {
      await child.terminate(graceMs);
      return exited;
    },
    leave: () => {
      child.closeInput();
      child.closeControl();
    },
  };
}

const killGraceMs = 2_000;

function startInDirectory(request: PiChildRequest, placeholder: string, onFrameLine: (line: string) => void) {
  let tooLong = () => {};
  let child: Child | undefined;
  const rpc = rpcDriver({ write: (text) => child?.write(text), settled: () => child?.closeInput() });
  const { command, args } = childCommand({ ...request, bridgePath, placeholder, tools: request.setup.tools });
  const directory = privateDirectory();
  child = startChild({
    command,
    args,
    // Where no directory can be made there is no child: an absent one makes the start fail as a result.
    directory: directory?.path ?? "/nonexistent/pi-forge-agent",
    environment: request.environment,
    stdin: request.mode === "rpc" ? "pipe" : "ignore",
    onFrameLine,
    ...(request.mode === "rpc" ? { onOutputLine: rpc.receive } : {}),
    onTooLong: () => tooLong(),
  });
  return {
    child,
    directory,
    rpc,
    onTooLong: (listener: () => void) => {
      tooLong = listener;
    },
  };
}

function noDirectory(): string {
  return `no directory can be made in "${tmpdir()}"; set TMPDIR to one that can be written`;
}

function privateDirectory() {
  try {
    return createPrivateDirectory();
  } catch {
    return undefined; // The start that follows fails and says so.
  }
}
