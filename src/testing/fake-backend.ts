import type { Conversation } from "../contract/conversation.ts";
import { success } from "../contract/outcome.ts";
import type { PromptRuntimeFidelity } from "../contract/runtime/backend-descriptor.ts";
import type { PromptRuntime } from "../contract/runtime/prompt-runtime.ts";
import type { Backend, BackendExecution, BackendPreparation } from "../runtime/backend.ts";
import { fakeCatalog, fakeDescriptor, fakePreflight, fakePromptRuntime, fakeRejection } from "./fake-descriptor.ts";
import { type FakeRun, fakeRun } from "./fake-execution.ts";
import type { FakeModes } from "./fake-modes.ts";

export interface FakeBackendOptions extends FakeModes {
  readonly id?: string;
  readonly fidelity?: PromptRuntimeFidelity;
  readonly hardTimeout?: boolean;
  readonly answer?: string;
}

export interface FakeBackend {
  readonly backend: Backend<FakePreparation>;
  /** How often each method was called. */
  readonly calls: Readonly<Record<FakeCall, number>>;
  /** Preparations and runs that nobody has discarded or disposed yet. */
  open(): number;
  /** Ends the latest run with its answer. */
  complete(): void;
  /** Ends the latest run as a crash would. */
  die(): void;
}

export interface FakePreparation {
  readonly number: number;
}

export type FakeCall = "preflight" | "prepare" | "warm" | "start" | "cancel" | "dispose" | "discard";
type Tools = Parameters<Backend["prepare"]>[1];

/** A backend that contacts nobody and can fail in every way a backend can. */
export function createFakeBackend(options: FakeBackendOptions = {}): FakeBackend {
  const { id = "fake", fidelity = "backend-assisted", hardTimeout = false, answer = "A small library." } = options;
  const descriptor = fakeDescriptor(id, fidelity, hardTimeout);
  const calls = { preflight: 0, prepare: 0, warm: 0, start: 0, cancel: 0, dispose: 0, discard: 0 };
  const held = new Set<FakePreparation>();
  let latest: FakeRun | undefined;

  const backend: Backend<FakePreparation> = {
    descriptor,
    catalog: async () => success(fakeCatalog),
    async preflight({ intent }) {
      calls.preflight += 1;
      const preflightId = `${id}-preflight:${calls.preflight}`;
      if (options.preflight === "throw") throw new Error("The fake cannot look around.");
      if (options.preflight === "hang") return new Promise(() => {});
      if (options.preflight === "rejected") return fakeRejection(descriptor, preflightId);
      const said = options.preflight === "mismatched-descriptor" ? { ...descriptor, version: "2.0.0" } : descriptor;
      return fakePreflight(said, intent, preflightId);
    },
    async prepare({ intent, preflight }, tools) {
      calls.prepare += 1;
      const promptRuntime = preflight.promptRuntime ?? fakePromptRuntime(descriptor, intent);
      const conversation = await fakeCompile(options.preparation, promptRuntime, tools);
      const preparation = { number: calls.prepare };
      held.add(preparation);
      return fakePreparation(options.preparation, { promptRuntime, conversation, preparation });
    },
    warm() {
      calls.warm += 1;
    },
    start({ plan, preparation }, { emit }): BackendExecution {
      calls.start += 1;
      if (options.execution === "throw-start") throw new Error("The fake cannot start.");
      if (options.execution === "invalid-control") return JSON.parse('{"result":"none"}');
      const on = (call: "cancel" | "dispose"): void => {
        calls[call] += 1;
        if (call === "dispose") held.delete(preparation);
      };
      latest = fakeRun({ mode: options.execution ?? "completed", plan, answer, emit, on });
      return latest.execution;
    },
    async discard(preparation) {
      calls.discard += 1;
      held.delete(preparation);
      if (options.preparation === "discard-throw") throw new Error("The fake cannot discard.");
    },
  };
  return {
    backend,
    calls,
    open: () => held.size,
    complete: () => latest?.complete(),
    die: () => latest?.die(),
  };
}

async function fakeCompile(
  mode: FakeModes["preparation"],
  runtime: PromptRuntime,
  { compile }: Tools,
): Promise<Conversation> {
  if (mode === "throw-before-compile") throw new Error("The fake cannot prepare.");
  if (mode === "hang") return new Promise(() => {});
  if (mode === "bypass")
    return { systemPrompt: "", messages: [{ role: "user", content: [{ type: "text", text: "x" }] }] };
  const conversation = await compile(runtime);
  if (mode === "throw-after-compile") throw new Error("The fake gave up.");
  // The refusal is swallowed on purpose: the runtime must have noticed by itself.
  if (mode === "twice") await compile(runtime).catch(() => undefined);
  return mode === "mismatch"
    ? { ...conversation, systemPrompt: `${conversation.systemPrompt} Be rude.` }
    : conversation;
}

function fakePreparation(
  mode: FakeModes["preparation"],
  whole: BackendPreparation<FakePreparation>,
): BackendPreparation<FakePreparation> {
  if (mode !== "invalid") return whole;
  const broken: Partial<BackendPreparation<FakePreparation>> = { preparation: whole.preparation };
  return Object.assign(JSON.parse("{}"), broken);
}
