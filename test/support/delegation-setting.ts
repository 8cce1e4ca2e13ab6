import type { ApprovalDecision, ApprovalSubject } from "../../src/approval/approver.ts";
import { approvalReceipt } from "../../src/approval/receipt.ts";
import { error } from "../../src/contract/diagnostic.ts";
import { fingerprint } from "../../src/contract/fingerprint.ts";
import { failure, success } from "../../src/contract/outcome.ts";
import type { AgentProfileSnapshot } from "../../src/contract/product/profile-snapshot.ts";
import { delegate } from "../../src/delegate.ts";
import type { Delegation, DelegationPorts, DelegationTerms } from "../../src/delegation.ts";
import type { ForgeHost } from "../../src/host/forge-host.ts";
import { createExecutionRuntime } from "../../src/runtime/execution-runtime.ts";
import type { ExecutionRuntime, PreparedRun } from "../../src/runtime/runtime-port.ts";
import { createFakeBackend, type FakeBackendOptions } from "../../src/testing/fake-backend.ts";
import { aPrepareReply, aSnapshot } from "./port-builders.ts";

export const delegation: Delegation = { asker: "person", profile: "reviewer", task: "Look.", overrides: {} };

export const someTerms: DelegationTerms = {
  profileId: "project:reviewer",
  backendId: "fake",
  limits: { timeoutMs: { value: 60_000, enforcement: "best-effort" } },
  idleTimeoutMs: 60_000,
  resultMaxChars: 10_000,
  from: ".pi/forge/agent-profiles/reviewer.json",
  host: "ours",
  chat: null,
  unattended: false,
  diagnostics: [],
};

/** The same profile after an edit. */
export const edited: AgentProfileSnapshot = (() => {
  const profile = { ...aSnapshot().profile, description: "Edited." };
  return aSnapshot({ profile, profileFingerprint: fingerprint(profile) });
})();

interface Setting extends FakeBackendOptions {
  readonly decide?: (subject: ApprovalSubject, signal: AbortSignal) => Promise<ApprovalDecision> | ApprovalDecision;
  /** One answer for each time they are asked for; the last repeats. */
  readonly terms?: readonly (DelegationTerms | "refused")[];
  readonly snapshots?: readonly AgentProfileSnapshot[];
  /** What the host says it compiled from. */
  readonly compiledFrom?: AgentProfileSnapshot;
  readonly enable?: DelegationPorts["enable"];
  readonly agreed?: DelegationPorts["agreed"];
  readonly known?: DelegationPorts["known"];
  readonly runtime?: (runtime: ExecutionRuntime) => ExecutionRuntime;
}

export const approve = (subject: ApprovalSubject): ApprovalDecision => ({
  kind: "approved",
  receipt: approvalReceipt(subject.plan, { source: "person", clock: Date, viewedFullPrompt: true }),
});

/** Everything `delegate` needs, as fakes that write down in which order they were used. */
export function setting(given: Setting = {}) {
  const steps: string[] = [];
  const discarded: string[] = [];
  const fake = createFakeBackend(given);
  const plain = createExecutionRuntime();
  plain.registerBackend(fake.backend);
  const runtime: ExecutionRuntime = {
    ...plain,
    catalog: (...args) => {
      steps.push("catalog");
      return plain.catalog(...args);
    },
    async prepare(request) {
      steps.push("prepare");
      const prepared = await plain.prepare(request);
      return prepared.ok ? { ...prepared, value: counted(prepared.value) } : prepared;
    },
    execute(prepared, receipt) {
      steps.push("execute");
      return plain.execute(originals.get(prepared) ?? prepared, receipt);
    },
  };
  const originals = new Map<PreparedRun, PreparedRun>();
  const counted = (prepared: PreparedRun): PreparedRun => {
    const watched = {
      ...prepared,
      discard: () => {
        discarded.push(prepared.id);
        return prepared.discard();
      },
    };
    originals.set(watched, prepared);
    return watched;
  };
  const nth = <T>(list: readonly T[], asked: number, otherwise: T): T =>
    list[Math.min(asked, list.length - 1)] ?? otherwise;
  let [termsAsked, snapshotsAsked, ids] = [0, 0, 0];
  const host: ForgeHost = {
    hostId: "host",
    listProfiles: async () => success([]),
    async resolveProfile(selector) {
      steps.push(`resolve ${selector}`);
      return success(nth(given.snapshots ?? [], snapshotsAsked++, aSnapshot()));
    },
    async prepare(request) {
      steps.push(request.task.text === delegation.task ? "compile" : "compile again");
      const reply = aPrepareReply();
      return success({
        ...reply,
        messages: reply.messages.map((each) =>
          each.protectedTask ? { ...each, content: [{ type: "text" as const, text: request.task.text }] } : each,
        ),
        effectiveToolIds: request.backend.toolCatalog.map(({ id }) => id),
        effectiveToolNames: request.backend.toolCatalog.map(({ name }) => name ?? ""),
        ...(given.compiledFrom === undefined ? {} : { profileSnapshot: given.compiledFrom }),
      });
    },
  };
  const ports: DelegationPorts = {
    async terms() {
      steps.push("terms");
      const terms = nth(given.terms ?? [], termsAsked++, someTerms);
      return terms === "refused" ? failure(error("host.profile-disabled", "It was disabled.")) : success(terms);
    },
    async host() {
      steps.push("host");
      return success(host);
    },
    runtime: given.runtime?.(runtime) ?? runtime,
    approver: {
      async decide(subject, signal) {
        steps.push("decide");
        return (given.decide ?? approve)(subject, signal);
      },
    },
    async enable(terms) {
      steps.push("enable");
      return given.enable?.(terms) ?? success(undefined);
    },
    ...(given.agreed === undefined ? {} : { agreed: given.agreed }),
    ...(given.known === undefined ? {} : { known: given.known }),
    now: () => new Date(),
    newId: () => `${++ids}`,
  };
  const abort = new AbortController();
  const run = (overrides: Partial<Delegation> = {}) =>
    delegate({ ...delegation, ...overrides }, ports, abort.signal, ({ phase }) => {
      if (steps.at(-1) !== `report ${phase}`) steps.push(`report ${phase}`);
    });
  return { run, steps, discarded, abort, fake };
}

export const codesOf = (result: Awaited<ReturnType<typeof delegate>>) =>
  result.kind === "refused" ? result.diagnostics.map(({ code }) => code) : [];
