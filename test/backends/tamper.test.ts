import { afterEach, expect, test } from "vitest";
import type { Job, JobFrame } from "../../src/backends/frames.ts";
import { createPiSubprocessBackend } from "../../src/backends/pi-subprocess.ts";
import { success } from "../../src/contract/outcome.ts";
import { executionFingerprint } from "../../src/contract/runtime/sealed-plan.ts";
import { createExecutionRuntime } from "../../src/runtime/execution-runtime.ts";
import type { PreparedRun } from "../../src/runtime/runtime-port.ts";
import { sampleReceipt } from "../../src/testing/sample-receipt.ts";
import { aConversation, anIntent, closeWorlds, type World, world } from "./pi-harness.ts";
import { aJob, rawChild } from "./raw-child.ts";

afterEach(closeWorlds);

/** The real backend in a runtime of the test's own. */
async function sealed({ options }: World) {
  const backend = createPiSubprocessBackend(options);
  const runtime = createExecutionRuntime();
  runtime.registerBackend(backend);
  const prepare = async (): Promise<PreparedRun> => {
    const prepared = await runtime.prepare({
      backendId: backend.descriptor.id,
      intent: anIntent(),
      compile: async () => success(aConversation()),
    });
    if (!prepared.ok) throw new Error(JSON.stringify(prepared.diagnostics));
    return prepared.value;
  };
  return { runtime, prepare };
}

test("a sealed plan cannot be changed, and a changed copy of it is no plan of this runtime", async () => {
  const there = await world();
  const { runtime, prepare } = await sealed(there);
  const run = await prepare();
  expect(() => Object.assign(run.plan.conversation, { systemPrompt: "Be rude." })).toThrow(TypeError);
  expect(() => Object.assign(run.plan.conversation.messages[0]?.content[0] ?? {}, { text: "x" })).toThrow(TypeError);
  const conversation = { ...run.plan.conversation, systemPrompt: `${run.plan.conversation.systemPrompt}.` };
  const { executionFingerprint: _, ...changed } = { ...run.plan, conversation };
  expect(executionFingerprint(changed)).not.toBe(run.executionFingerprint);
  const copies = [{ ...run }, { ...run, plan: { ...run.plan, conversation } }];
  for (const copy of copies) {
    const refused = runtime.execute(copy, sampleReceipt(copy));
    expect(refused.diagnostics.map(({ code }) => code)).toEqual(["execution.unbound-handle"]);
  }
  await runtime.dispose();
  expect(there.server.requests).toHaveLength(0);
});

test("a receipt for another plan or an expired one starts no child, and a handle runs once", async () => {
  const there = await world({ script: [{ text: "Once." }] });
  const { runtime, prepare } = await sealed(there);
  const [run, other] = [await prepare(), await prepare()];
  const codes = (outcome: ReturnType<typeof runtime.execute>) => outcome.diagnostics.map(({ code }) => code);
  expect(codes(runtime.execute(run, sampleReceipt(other)))).toEqual(["execution.receipt-mismatch"]);
  const expired = { ...sampleReceipt(run), expiresAt: new Date(Date.now() - 1).toISOString() };
  expect(codes(runtime.execute(run, expired))).toEqual(["execution.receipt-expired"]);
  expect(there.server.requests).toHaveLength(0);

  const started = runtime.execute(run, sampleReceipt(run));
  const again = runtime.execute(run, sampleReceipt(run));
  expect(again.ok).toBe(false);
  if (!started.ok) throw new Error(JSON.stringify(started.diagnostics));
  expect((await started.value.result).output?.text).toBe("Once.");
  expect(runtime.execute(run, sampleReceipt(run)).ok).toBe(false);
  await other.discard();
  expect(runtime.execute(other, sampleReceipt(other)).ok).toBe(false);
  await runtime.dispose();
  expect(there.server.requests).toHaveLength(1);
});

/** What somebody on the way between parent and child could change; the digest stays what it was. */
const changes: readonly (readonly [string, (frame: JobFrame) => JobFrame])[] = [
  ["one letter of a message", (frame) => withJob(frame, { messages: [{ role: "user", texts: ["gO"] }] })],
  ["the place where it is sent", (frame) => withJob(frame, { baseUrl: `${frame.job.baseUrl}/` })],
  ["one digit of the digest", (frame) => ({ ...frame, digest: frame.digest.replace(/.$/, flipped) })],
  ["the shape of the frame", (frame) => ({ ...frame, job: JSON.parse("null") })],
];

const withJob = (frame: JobFrame, change: Partial<Job>) => ({ ...frame, job: { ...frame.job, ...change } });
const flipped = (digit: string) => (digit === "0" ? "1" : "0");

test.each(changes)(
  "a job frame in which %s was changed ends the child with 97 before any request",
  async (_what, change) => {
    const { server, options, project } = await world();
    const tools = ["read", "ls"];
    const setup = { root: project.root, tools, denied: [], allowed: [], limits: {}, registration: null };
    const { child } = rawChild({ installation: options.installation, environment: project.environment, setup });
    await child.ready;
    child.send(change(aJob(server.baseUrl)));
    expect(await child.exited).toMatchObject({ code: 97 });
    expect(server.requests).toHaveLength(0);
  },
);
