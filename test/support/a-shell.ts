import type { Surroundings } from "../../src/cli-reply.ts";

/** What the terminal command is started in, with everything that it writes. */
export function aShell({ isTTY = false } = {}) {
  const texts = { stdout: "", stderr: "" };
  const stream = (name: keyof typeof texts) => ({
    isTTY,
    write: (text: string) => {
      texts[name] += text;
      return true;
    },
  });
  const around = {
    env: {},
    stdin: process.stdin,
    stdout: stream("stdout"),
    stderr: stream("stderr"),
  } as unknown as Surroundings;
  return { around, written: () => ({ ...texts }) };
}
