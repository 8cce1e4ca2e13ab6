import { describe, expect, test } from "vitest";
import { isWorthRetrying, sameAgain, unkeptEdit, withEditedTask } from "../../src/app-again.ts";
import { createHistory } from "../../src/history/history.ts";
import { temporaryDirectory } from "../files/temporary.ts";
import { aRecord } from "./a-run.ts";

describe("preparing the same again", () => {
  test("takes what was asked for from the record", async () => {
    const history = createHistory({ directory: temporaryDirectory() });
    await history.record(aRecord());
    const run = history.read("1");
    if (!run.ok) throw new Error("It was kept.");
    expect(sameAgain(run.value, "session-2")).toMatchObject({
      ok: true,
      value: {
        asker: "person",
        profile: "reviewer",
        task: "Look at the lock.",
        overrides: { timeoutMs: 600_000 },
        attachments: [{ kind: "diff" }],
        sessionId: "session-2",
      },
    });
  });

  test("asks for nothing that is not part of a request, whatever the record holds", () => {
    const asked = { profile: "reviewer", overrides: {}, attachments: [], selectedContext: { items: [] }, edited: true };
    const again = sameAgain({ ...aRecord({ asked }), id: "r_1" }, "session-2");
    const value = { asker: "person", profile: "reviewer", overrides: {}, attachments: [] };
    expect(again).toMatchObject({ ok: true, value: { ...value, task: "Look at the lock.", sessionId: "session-2" } });
    expect(again.ok && Object.keys(again.value)).not.toContain("selectedContext");
    expect(again.ok && Object.keys(again.value)).not.toContain("edited");
  });

  test("takes the task as the person edited it, and as it was asked for where nobody did", () => {
    const asked = { asker: "person", profile: "reviewer", task: "Look.", overrides: {} } as const;
    expect(withEditedTask(asked, { kind: "aborted", editedTask: "Look again." }).task).toBe("Look again.");
    expect(withEditedTask(asked, { kind: "aborted" }).task).toBe("Look.");
  });

  test("gives an edited task back only where no record holds it", () => {
    const result = { kind: "refused", diagnostics: [], editedTask: "Look again." } as const;
    expect(unkeptEdit({ result, diagnostics: [] })).toBe("Look again.");
    expect(unkeptEdit({ result, runId: "r_1", diagnostics: [] })).toBeUndefined();
  });

  test.each([
    ["failed", true, true],
    ["failed", false, false],
    ["completed", true, false],
  ])("is worth it for a run that %s, retryable %s: %s", (status, retryable, worth) => {
    const error = { code: "subprocess", message: "429", retryable };
    const response = { ...aRecord().response, status, error };
    expect(isWorthRetrying({ ...aRecord({ response: response as never }), id: "r_1" })).toBe(worth);
  });
});
