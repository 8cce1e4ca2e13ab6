import { describe, expect, test } from "vitest";
import { createDialogs, type DialogUi } from "../../src/approval/in-rpc.ts";
import { aClock } from "../ui/fake-pi.ts";
import { aSubject, sealA } from "./a-subject.ts";

const approve = "Run once, seal 7f3a 91c0 2be4";
const never = new AbortController().signal;

/** A client that answers each `select` with the next of these, and remembers what it was shown. */
function aClient(...answers: readonly (string | undefined)[]) {
  const left = [...answers];
  const titles: string[] = [];
  const edited: string[] = [];
  const choices: string[][] = [];
  const ui: DialogUi = {
    async select(title, options) {
      titles.push(title);
      choices.push(options);
      return left.shift();
    },
    input: async () => "Not this one.",
    async editor(_title, text = "") {
      edited.push(text);
      return `${text} and more`;
    },
  };
  return { ui, titles, edited, choices };
}

describe("asking by dialogs", () => {
  test("shows destination, model, tools, seal and task, and approves exactly that plan", async () => {
    const client = aClient(approve);
    const decision = await createDialogs(client.ui, aClock())(aSubject(), never);
    expect(decision).toMatchObject({ kind: "approved", receipt: { executionFingerprint: sealA, source: "person" } });
    for (const fact of ["api.anthropic.com", "claude-sonnet-4-5", "read grep find ls", "7f3a 91c0 2be4", "src/lock.ts"])
      expect(client.titles[0]).toContain(fact);
    expect(client.titles[0]).toContain("the parent model");
  });

  test.each([
    ["closed without an answer", undefined],
    ["answered for another plan", "Run once, seal 0000 0000 0000"],
    ["answered with something else", "yes"],
    ["not now", "Not now"],
  ])("%s is no approval", async (_name, answer) => {
    expect(await createDialogs(aClient(answer).ui, aClock())(aSubject(), never)).toEqual({ kind: "dismissed" });
  });

  test("rejects with a reason", async () => {
    const decision = await createDialogs(aClient("Reject, and say why").ui, aClock())(aSubject(), never);
    expect(decision).toEqual({ kind: "rejected", reason: "Not this one." });
  });

  test("bounds a reason, because a model reads it", async () => {
    const ui = { ...aClient("Reject, and say why").ui, input: async () => `  ${"é".repeat(5_000)}` };
    const decision = await createDialogs(ui, aClock())(aSubject(), never);
    expect(decision).toEqual({ kind: "rejected", reason: `${"é".repeat(2_000)} …` });
  });

  test("the whole prompt can be read first; edits change nothing, and the receipt says that it was seen", async () => {
    const client = aClient("Show the full prompt", approve);
    const decision = await createDialogs(client.ui, aClock())(aSubject(), never);
    expect(client.edited[0]).toContain("You review.\nBe exact.");
    expect(decision).toMatchObject({ kind: "approved", receipt: { viewedFullPrompt: true } });
  });

  test("an aborted question is aborted, whatever the client answers", async () => {
    const asker = new AbortController();
    const client = aClient();
    const select = async () => {
      asker.abort();
      return approve;
    };
    const ui = { ...client.ui, select };
    expect(await createDialogs(ui, aClock())(aSubject(), asker.signal)).toEqual({ kind: "aborted" });
  });

  test("an abort while the prompt is open settles it", async () => {
    const asker = new AbortController();
    const client = aClient("Show the full prompt");
    const ui = { ...client.ui, editor: () => new Promise<undefined>(() => queueMicrotask(() => asker.abort())) };
    expect(await createDialogs(ui, aClock())(aSubject(), asker.signal)).toEqual({ kind: "aborted" });
  });

  test("a task cannot draw anything: controls are shown escaped", async () => {
    const client = aClient("Not now");
    await createDialogs(client.ui, aClock())(aSubject({ task: "a\u001b[2Jb\u202ec" }), never);
    expect(client.titles[0]).not.toMatch(/[\u001b\u202e]/);
  });
});
