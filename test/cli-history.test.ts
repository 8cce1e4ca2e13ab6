import { join } from "node:path";
import { expect, test } from "vitest";
import type { App } from "../src/app.ts";
import { historyInTerminal } from "../src/cli-history.ts";
import { commandReply } from "../src/cli-reply.ts";
import { parseArguments } from "../src/command-line.ts";
import { createHistory } from "../src/history/history.ts";
import { aRecord } from "./app/a-run.ts";
import { temporaryDirectory } from "./files/temporary.ts";
import { aShell } from "./support/a-shell.ts";

async function copied(isTTY: boolean) {
  const directory = temporaryDirectory();
  const history = createHistory({ directory: join(directory, "history"), now: () => new Date(0) });
  await history.record(aRecord());
  const app = { history, door: "terminal", directories: { cwd: directory } } as unknown as App;
  const shell = aShell({ isTTY });
  const line = parseArguments(["history", "1", "--copy"]);
  if (!line.ok) throw new Error("It is understood.");
  return { answer: await historyInTerminal(app, line.value, commandReply(shell.around, false)), ...shell.written() };
}

test("--copy says what was done: a sequence was sent, and the terminal decides", async () => {
  const { answer, stderr } = await copied(true);
  expect(stderr).toBe(`\u001b]52;c;${Buffer.from("1. two callers pass").toString("base64")}\u0007`);
  expect(answer).toMatchObject({ ok: true, value: expect.stringMatching(/sent to the terminal .*terminal decides/) });
});

test("--copy sends nothing where there is no terminal", async () => {
  const { answer, stderr } = await copied(false);
  expect(stderr).toBe("");
  expect(answer).toMatchObject({ ok: false, diagnostics: [{ code: "history.clipboard" }] });
});
