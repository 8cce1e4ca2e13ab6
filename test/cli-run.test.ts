import { expect, test } from "vitest";
import type { App } from "../src/app.ts";
import type { Recorded } from "../src/app-record.ts";
import { commandReply } from "../src/cli-reply.ts";
import { planInTerminal, runInTerminal } from "../src/cli-run.ts";
import { error, info, warning } from "../src/contract/diagnostic.ts";
import { failure } from "../src/contract/outcome.ts";
import type { Delegation, DelegationResult } from "../src/delegation.ts";
import { aShell } from "./support/a-shell.ts";

const delegation: Delegation = { asker: "terminal", profile: "reviewer", task: "Look.", overrides: {} };
const never = new AbortController().signal;
const notes = [info("tool.program-missing", "No fd."), warning("stack.odd", "Odd.")];

async function aRunThatEnds(result: object, json = false) {
  const shell = aShell();
  const plan = { model: { provider: "openai", id: "m" } };
  const recorded = {
    result: { plan, ...result } as unknown as DelegationResult,
    runId: "r_1",
    diagnostics: [],
  } as Recorded;
  const app = { delegate: async () => recorded, directories: { history: "/history" } } as unknown as App;
  const code = await runInTerminal(app, delegation, commandReply(shell.around, json), never);
  return { code, ...shell.written() };
}

test("an answer is the whole output, and what may surprise is said beside it", async () => {
  const response = { status: "completed", output: { text: "Fine." } };
  const { code, stdout, stderr } = await aRunThatEnds({ kind: "ran", response, diagnostics: notes });
  expect([code, stdout]).toEqual([0, "Fine.\n"]);
  expect(stderr).toContain("warning stack.odd");
  expect(stderr).not.toContain("tool.program-missing");
  expect(stderr).toContain("record: r_1 in /history");
});

test.each([
  [{ status: "failed", error: { code: "pi.auth", message: "No \u001b key." } }, 1, "failed pi.auth: No \\u{1b} key."],
  [{ status: "cancelled", reason: "user" }, 130, "cancelled, stopped by you"],
  [{ status: "timed-out", enforcedTimeoutMs: 1_000 }, 4, "timed out, stopped by the time limit of 1 s"],
])("%j is said with its reason, and prints nothing", async (response, ending, said) => {
  const { code, stdout, stderr } = await aRunThatEnds({ kind: "ran", response, diagnostics: [] });
  expect([code, stdout]).toEqual([ending, ""]);
  expect(stderr).toContain(said);
});

test("where a provider refuses the key, what to set is said", async () => {
  const refused = { status: "failed", error: { code: "pi.error", message: "401 Unauthorized", class: "auth" } };
  const { stderr } = await aRunThatEnds({ kind: "ran", response: refused, diagnostics: [] });
  expect(stderr.replace(/\s+/g, " ")).toContain(
    "the provider does not take the key: see to it where it comes from (/login in Pi, OPENAI_API_KEY); Pi reads a variable only when it starts",
  );
});

test("a part of an answer is never taken for the whole of it", async () => {
  const response = { status: "timed-out", enforcedTimeoutMs: 1_000, output: { text: "Half", partial: true } };
  const { stdout, stderr } = await aRunThatEnds({ kind: "ran", response, diagnostics: [] });
  expect(stdout).toBe("Half\n");
  expect(stderr).toContain("Not a finished answer");
});

test.each([
  [{ kind: "rejected", reason: "too\nbroad" }, 3, "Rejected: too broad; nothing was sent."],
  [{ kind: "rejected", reason: "" }, 3, "Rejected; nothing was sent."],
  [{ kind: "dismissed" }, 3, "not now: nothing was sent."],
  [{ kind: "aborted" }, 130, "aborted: nothing was sent."],
])("%j is said in one line", async (result, ending, said) => {
  const { code, stdout, stderr } = await aRunThatEnds(result);
  expect([code, stdout]).toEqual([ending, ""]);
  expect(stderr.split("\n")).toContain(said);
});

test("with --json the object names the record, whatever the ending", async () => {
  const { code, stdout } = await aRunThatEnds({ kind: "aborted" }, true);
  expect(code).toBe(130);
  expect(JSON.parse(stdout)).toEqual({ status: "aborted", recordId: "r_1" });
});

test("a plan that cannot be made is refused with its reasons", async () => {
  const shell = aShell();
  const app = { plan: async () => failure(error("host.trust", "Not trusted.")) } as unknown as App;
  expect(await planInTerminal(app, delegation, commandReply(shell.around, false), never)).toBe(2);
  expect(shell.written()).toEqual({ stdout: "", stderr: "error host.trust: Not trusted.\n" });
});
