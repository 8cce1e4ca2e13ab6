import { closeSync, openSync } from "node:fs";
import { ReadStream } from "node:tty";
import type { Surroundings } from "./cli-reply.ts";

/** Where a person can answer. */
export interface Keyboard {
  readonly stdin: NodeJS.ReadStream;
  close(): void;
}

/** Standard input; where that was read as a text, the terminal that this process is started in, if there is one to draw on as well. */
export function keyboardOf({ stdin, stderr }: Surroundings, inputIsRead: boolean): Keyboard {
  const opened = inputIsRead && stderr.isTTY ? openTerminal("/dev/tty") : undefined;
  return opened ? { stdin: opened, close: () => void opened.destroy() } : { stdin, close() {} };
}

/** Undefined where there is no such terminal. */
export function openTerminal(path: string): NodeJS.ReadStream | undefined {
  let fd: number;
  try {
    fd = openSync(path, "r");
  } catch {
    // A process without a terminal, or a system without such a file: nobody can be asked.
    return undefined;
  }
  try {
    return new ReadStream(fd) as NodeJS.ReadStream;
  } catch {
    closeSync(fd);
    return undefined;
  }
}
