import { execFileSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";

/** A keyboard whose keys wait in the system until they are read, as those of a terminal do: pressing is done at once, also while this process is busy. */
export function aPipeKeyboard() {
  const directory = mkdtempSync(join(tmpdir(), "forge-agent-keyboard-"));
  const path = join(directory, "keys");
  execFileSync("mkfifo", [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, "w");
  const input = new Socket({ fd: reader, readable: true, writable: false });
  return {
    input,
    press: (bytes: string) => void writeSync(writer, bytes),
    close() {
      input.destroy();
      closeSync(writer);
      rmSync(directory, { recursive: true });
    },
  };
}

/** A terminal with that keyboard, and what it shows. */
export function aTerminal(keyboard: ReturnType<typeof aPipeKeyboard>) {
  const stdin = Object.assign(keyboard.input, { isTTY: true, setRawMode: () => {} }) as unknown as NodeJS.ReadStream;
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80, rows: 24 });
  let shown = "";
  output.on("data", (bytes: Buffer) => {
    shown = `${shown}${bytes}`.slice(-20_000);
  });
  return { stdin, stdout: output as unknown as NodeJS.WriteStream, shown: () => shown };
}

/** Nothing else happens in this process meanwhile. */
export function busyFor(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
