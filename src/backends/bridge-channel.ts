import { rmdirSync, writeSync } from "node:fs";
import { Socket } from "node:net";
import { basename } from "node:path";
import { parentFrame } from "./frame-check.ts";
import {
  type CancelFrame,
  type ChildFrame,
  childDescriptor,
  encodeFrame,
  exitCodes,
  type JobFrame,
  parentDescriptor,
  type SetupFrame,
} from "./frames.ts";
import { lineSplitter } from "./line-splitter.ts";
import { directoryPrefix } from "./private-directory.ts";

/** A job may hold selected context and a long conversation; beyond this the child refuses instead of swelling. */
const longestLine = 256 * 1024 * 1024;

export interface Channel {
  readonly setup: Promise<SetupFrame>;
  readonly job: Promise<JobFrame>;
  write(frame: ChildFrame): void;
  onCancel(listener: (frame: CancelFrame) => void): void;
  onProtocolError(listener: (message: string) => void): void;
  /** Lets the child end by itself; the end of the parent still ends it. */
  release(): void;
}

/** The child's two descriptors. The close of descriptor 4 ends the process, whatever it is doing. */
export function openChannel(): Channel {
  const setup = withResolvers<SetupFrame>();
  const job = withResolvers<JobFrame>();
  let cancelled = (_frame: CancelFrame): void => process.exit(exitCodes.parentGone);
  let broken = (_message: string): void => process.exit(exitCodes.refused);

  const receive = (line: string) => {
    const frame = parentFrame(line);
    switch (frame?.type) {
      case "setup":
        return setup.resolve(frame);
      case "job":
        return job.resolve(frame);
      case "cancel":
        return cancelled(frame);
      case undefined:
        return broken("A line on descriptor 4 is no frame of this protocol.");
    }
  };

  const socket = new Socket({ fd: parentDescriptor, readable: true, writable: false });
  const splitter = lineSplitter({
    maxLength: longestLine,
    onLine: receive,
    onTooLong: () => broken(`A line on descriptor 4 is longer than ${longestLine} characters.`),
  });
  socket.on("data", splitter.push);
  socket.on("error", leave);
  socket.on("close", leave);

  return {
    setup: setup.promise,
    job: job.promise,
    write: (frame) => writeAll(encodeFrame(frame)),
    onCancel: (listener) => {
      cancelled = listener;
    },
    onProtocolError: (listener) => {
      broken = listener;
    },
    release: () => socket.unref(),
  };
}

/** The parent is gone or wants the end: nobody else would remove the empty directory we run in. */
function leave(): never {
  try {
    if (basename(process.cwd()).startsWith(directoryPrefix)) rmdirSync(process.cwd());
  } catch {
    // The parent was faster, or the system keeps a directory that is in use.
  }
  process.exit(exitCodes.parentGone);
}

/** Synchronous, so that nothing is lost when the process ends right after it. */
function writeAll(text: string): void {
  const bytes = Buffer.from(text, "utf8");
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(childDescriptor, bytes, written);
    } catch (cause) {
      if (!(cause instanceof Error && "code" in cause && cause.code === "EAGAIN")) leave();
      pause();
    }
  }
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
}

/** Node 20 has no `Promise.withResolvers`. */
function withResolvers<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
