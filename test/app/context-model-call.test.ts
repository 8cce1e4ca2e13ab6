import { expect, test } from "vitest";
import type { App } from "../../src/app.ts";
import { callFromModel } from "../../src/app-tools.ts";
import type { Delegation } from "../../src/delegation.ts";

async function called(context: readonly string[]) {
  const arrived: Delegation[] = [];
  const app: Pick<App, "delegate"> = {
    delegate: async (delegation) => {
      arrived.push(delegation);
      return { result: { kind: "aborted" }, diagnostics: [] };
    },
  };
  const told = await callFromModel(
    app as App,
    { profileId: "project:reviewer", task: "Review", context },
    { sessionId: "s", signal: new AbortController().signal, onProgress: () => {}, nonce: "n" },
  );
  return { told, attachments: arrived.map((delegation) => delegation.attachments) };
}

test("a model attaches by the same words, and what it misspells refuses the call before anything happens", async () => {
  const { attachments } = await called(["diff:main...", "src/a.ts:10-20"]);
  expect(attachments).toEqual([
    [
      { kind: "diff", range: "main..." },
      { kind: "file", path: "src/a.ts", from: 10, to: 20 },
    ],
  ]);
  const refused = await called(["diff", "src/a.ts:20-10"]);
  expect(refused.attachments).toEqual([]);
  expect(refused.told.text).toContain("attachment.lines");
});
