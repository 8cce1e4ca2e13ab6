import { expect, test } from "vitest";
import type { ApprovalDecision, ApprovalSubject } from "../src/approval/approver.ts";
import { error, info, warning } from "../src/contract/diagnostic.ts";
import { failure, success } from "../src/contract/outcome.ts";
import type { Delegation } from "../src/delegation.ts";
import { approve, codesOf, edited, setting, someTerms } from "./support/delegation-setting.ts";

test("the steps of a run come in this order, and nothing starts before the decision", async () => {
  const { run, steps, discarded, fake } = setting();
  expect(await run()).toMatchObject({ kind: "ran", response: { status: "completed" } });
  expect(steps).toEqual([
    "report preparing",
    "terms",
    "host",
    "resolve project:reviewer",
    "catalog",
    "prepare",
    "compile",
    "compile again",
    "report awaiting-approval",
    "decide",
    "terms",
    "host",
    "resolve project:reviewer",
    "execute",
    "report running",
  ]);
  expect(discarded).toEqual([]);
  expect(fake.calls).toMatchObject({ prepare: 1, start: 1, discard: 0 });
});

test("an empty task asks nobody anything", async () => {
  const { run, steps } = setting();
  expect(codesOf(await run({ task: " \n" }))).toEqual(["request.empty-task"]);
  expect(steps).toEqual(["report preparing"]);
});

test("terms that refuse end the delegation before a host is asked", async () => {
  const { run, steps } = setting({ terms: ["refused"] });
  expect(codesOf(await run())).toEqual(["host.profile-disabled"]);
  expect(steps).toEqual(["report preparing", "terms"]);
});

test("a backend that refuses is not compiled for, and nobody is asked", async () => {
  const { run, steps } = setting({ preflight: "rejected" });
  expect(codesOf(await run())).toEqual(["fake.refused", "preflight.rejected"]);
  expect(steps).not.toContain("compile");
  expect(steps).not.toContain("decide");
});

test("a refusal says why, and not what is only worth knowing", async () => {
  const missing = info("tool.program-missing", "There is no fd.", "tools.find");
  const said = [
    error("preflight.rejected", "No."),
    missing,
    warning("model.odd", "Odd."),
    error("model.no-key", "None."),
  ];
  const { run } = setting({ runtime: (runtime) => ({ ...runtime, prepare: async () => failure(...said) }) });
  expect(codesOf(await run())).toEqual(["model.no-key", "preflight.rejected", "model.odd"]);
});

test.each([
  ["a date", { maxBytes: 1_000, items: [{ text: "x", when: new Date(0) }] }, "context.kind"],
  ["no number", { maxBytes: Number.NaN, items: [] }, "context.max-bytes"],
  ["a bigint", { maxBytes: 1_000n, items: [] }, "context.max-bytes"],
  ["a hole", { maxBytes: 1_000, items: new Array(1) }, "context.item"],
  [
    "an instance",
    new (class {
      maxBytes = 1;
      items = [];
    })(),
    "context.type",
  ],
])("%s in what was selected is refused with its reason, never thrown", async (_what, selectedContext, code) => {
  const { run } = setting();
  const result = await run({ selectedContext } as unknown as Partial<Delegation>);
  expect(result.kind).toBe("refused");
  expect(codesOf(result)).toContain(code);
});

test("a profile that changed between resolving and compiling is refused", async () => {
  const { run, steps, fake } = setting({ compiledFrom: edited });
  expect(codesOf(await run())).toContain("plan.profile-drift");
  expect(steps).not.toContain("decide");
  expect(fake.open()).toBe(0);
});

const endings: readonly (readonly [ApprovalDecision, string])[] = [
  [{ kind: "rejected", reason: "too broad" }, "rejected"],
  [{ kind: "dismissed" }, "dismissed"],
  [{ kind: "aborted" }, "aborted"],
  [{ kind: "unavailable", diagnostics: [error("approval.no-ui", "Nobody.")] }, "refused"],
];

test.each(endings)("the decision %j discards the prepared run once and starts nothing", async (decision, kind) => {
  const { run, steps, discarded, fake } = setting({ decide: () => decision });
  expect((await run()).kind).toBe(kind);
  expect(discarded).toHaveLength(1);
  expect(fake.calls).toMatchObject({ start: 0, discard: 1 });
  expect(fake.open()).toBe(0);
  expect(steps).not.toContain("execute");
});

test("a rejection keeps its reason and its plan", async () => {
  const { run } = setting({ decide: () => ({ kind: "rejected", reason: "too broad" }) });
  expect(await run()).toMatchObject({ reason: "too broad", plan: { profile: { profileId: "project:reviewer" } } });
});

test("a run says what its approval granted, also when its task was edited first", async () => {
  const granted = { runs: 20, minutes: 60, tokens: 500_000 };
  let asked = 0;
  const { run } = setting({
    decide: (subject) => {
      asked += 1;
      const approved = approve(subject);
      if (asked === 1) return { kind: "edited", task: "Look at the lock." };
      return approved.kind === "approved" ? { ...approved, grants: true, granted } : approved;
    },
  });
  expect(await run()).toMatchObject({ kind: "ran", granted });
});

test("a task edited in the panel is sealed again and asked about again; only the new plan runs", async () => {
  const shown: ApprovalSubject[] = [];
  const known: string[] = [];
  const { run, discarded, fake } = setting({
    decide: (subject) => {
      shown.push(subject);
      return shown.length === 1 ? { kind: "edited", task: "Look at the lock." } : approve(subject);
    },
    agreed: ({ judged, plan }) => void known.push(judged.model.id, plan.executionFingerprint),
  });
  const result = await run();
  expect(result).toMatchObject({ kind: "ran", editedTask: "Look at the lock.", response: { status: "completed" } });
  const [before, after] = shown;
  expect([before?.edited, after?.edited]).toEqual([undefined, true]);
  expect([before?.task, after?.task]).toEqual(["Look.", "Look at the lock."]);
  expect(after?.plan.executionFingerprint).not.toBe(before?.plan.executionFingerprint);
  expect(result.plan?.messages.at(-1)?.content).toEqual([{ type: "text", text: "Look at the lock." }]);
  expect(discarded).toEqual([before?.plan.preparedRunId]);
  expect(fake.calls).toMatchObject({ prepare: 2, start: 1, discard: 1 });
  expect(known).toContain(after?.plan.executionFingerprint);
});

test("what was known before is shown beside the plan", async () => {
  const shown: ApprovalSubject[] = [];
  const { run } = setting({
    decide: (subject) => {
      shown.push(subject);
      return { kind: "dismissed" };
    },
    known: ({ profileId, host }) => ({ lastYes: null, trustedSince: `${profileId} ${host}` }),
  });
  await run();
  expect(shown).toMatchObject([
    { lastYes: null, trustedSince: "project:reviewer ours", setup: { judged: { thinkingLevel: "high" } } },
  ]);
});

test("approving a profile that is not enabled enables it, before the run starts", async () => {
  const enables = { file: "/p/.pi/forge/subagents.json" };
  const shown: ApprovalSubject[] = [];
  const { run, steps } = setting({
    terms: [{ ...someTerms, enables }],
    decide: (subject) => {
      shown.push(subject);
      return approve(subject);
    },
  });
  expect((await run()).kind).toBe("ran");
  expect(shown[0]?.enables).toEqual(enables);
  expect(steps.slice(steps.indexOf("decide"))).toEqual([
    "decide",
    "terms",
    "host",
    "resolve project:reviewer",
    "enable",
    "execute",
    "report running",
  ]);
});

test("what cannot be enabled does not run", async () => {
  const { run, discarded, fake } = setting({
    terms: [{ ...someTerms, enables: { file: "f" } }],
    enable: async () => failure(error("config.not-editable", "Correct it.")),
  });
  expect(codesOf(await run())).toEqual(["config.not-editable"]);
  expect(discarded).toHaveLength(1);
  expect(fake.calls.start).toBe(0);
});

test("an abort after the approval enables nothing and starts nothing", async () => {
  const { run, steps, discarded, abort } = setting({
    terms: [{ ...someTerms, enables: { file: "f" } }],
    decide: (subject) => {
      abort.abort();
      return approve(subject);
    },
  });
  expect(await run()).toMatchObject({ kind: "aborted", plan: { profile: { profileId: "project:reviewer" } } });
  expect(steps).not.toContain("enable");
  expect(steps).not.toContain("execute");
  expect(discarded).toHaveLength(1);
});

test("an abort before the plan is made is aborted, not refused", async () => {
  const { run, abort, fake } = setting();
  abort.abort();
  expect(await run()).toEqual({ kind: "aborted" });
  expect(fake.open()).toBe(0);
});

test("an abort during the run cancels it and keeps what was said", async () => {
  const { run, abort, fake, steps } = setting({ execution: "delayed" });
  const running = run();
  while (!steps.includes("report running")) await new Promise((resolve) => setImmediate(resolve));
  abort.abort();
  expect(await running).toMatchObject({
    kind: "ran",
    response: { status: "cancelled", output: { partial: true } },
  });
  expect(fake.open()).toBe(0);
});

test.each([
  ["for another plan", { executionFingerprint: `sha256:v1:${"0".repeat(64)}` }, "execution.receipt-mismatch"],
  [
    "for another conversation",
    { conversationFingerprint: `sha256:v1:${"0".repeat(64)}` },
    "execution.receipt-mismatch",
  ],
  ["that has expired", { expiresAt: "2020-01-01T00:00:00.000Z" }, "execution.receipt-expired"],
])("a receipt %s starts nothing", async (_what, change, code) => {
  const { run, discarded, fake } = setting({
    decide: (subject) => {
      const approved = approve(subject);
      return approved.kind === "approved" ? { ...approved, receipt: { ...approved.receipt, ...change } } : approved;
    },
  });
  expect(codesOf(await run())).toContain(code);
  expect(discarded).toHaveLength(1);
  expect(fake.calls.start).toBe(0);
});

test("a response that contradicts its plan is a failed run that keeps its text as partial", async () => {
  const { run } = setting({
    runtime: (runtime) => ({
      ...runtime,
      execute(prepared, receipt) {
        const started = runtime.execute(prepared, receipt);
        if (!started.ok) return started;
        const result = started.value.result.then((each) => ({
          ...each,
          executionFingerprint: `sha256:v1:${"0".repeat(64)}`,
        }));
        return success({ ...started.value, result });
      },
    }),
  });
  expect(await run()).toMatchObject({
    kind: "ran",
    response: { status: "failed", output: { partial: true }, error: { code: "response.invalid", retryable: false } },
  });
});

test("what was noted before the run is kept with its result, once", async () => {
  const noted = warning("config.unknown-key", "Remove it.");
  const { run } = setting({ terms: [{ ...someTerms, diagnostics: [noted, noted] }] });
  const result = await run();
  if (result.kind !== "ran") throw new Error(result.kind);
  expect(result.diagnostics.filter(({ code }) => code === noted.code)).toEqual([noted]);
});
