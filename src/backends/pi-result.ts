import { limitNames } from "../contract/limits.ts";
import type { BackendResult, RunError } from "../contract/runtime/run-result.ts";
import type { SealedPlan } from "../contract/runtime/sealed-plan.ts";
import type { Usage } from "../contract/usage.ts";
import type { PiChildExit } from "./pi-child.ts";
import type { PiVariant } from "./pi-options.ts";
import { cleanText, providerError } from "./provider-error.ts";
import type { RunRecord } from "./run-record.ts";

/** Why the parent itself ended a run; the first reason stays. */
export type ParentEnding =
  | { readonly kind: "cancelled"; readonly reason: string }
  | { readonly kind: "idle"; readonly afterMs: number; readonly phase: string }
  | { readonly kind: "broken"; readonly code: string; readonly message: string; readonly class: RunError["class"] };

export interface ResultInput {
  readonly variant: PiVariant;
  readonly plan: SealedPlan;
  readonly record: RunRecord;
  readonly exit: PiChildExit;
  readonly ending: ParentEnding | undefined;
  readonly secrets: readonly string[];
}

/** One result from what the frames said and how the process ended: an answer needs no clean exit, an exit is no answer. */
export function piResult(input: ResultInput): BackendResult {
  const { record, ending, plan } = input;
  const answer = record.answer();
  const common = {
    enforcement: { access: plan.preflight.access, limits: plan.preflight.limits },
    report: plain(record.report(input.exit.forced)),
    ...usageOf(input),
  };
  if (ending?.kind === "cancelled") {
    return { status: "cancelled", reason: ending.reason, ...partialOutput(record), ...common };
  }
  if (answer !== undefined) {
    const { text, sha256, stoppedByLength } = answer;
    const output = { text, partial: false, sha256, ...(stoppedByLength && { stoppedByLength }) };
    return { status: "completed", output, ...common };
  }
  const limit = limitNames.find((name) => name === record.ending()?.limit);
  if (ending === undefined && record.ending()?.reason === "limit" && limit !== undefined) {
    return { status: "limit-reached", reachedLimit: limit, ...partialOutput(record), ...common };
  }
  return { status: "failed", error: failureOf(input), ...partialOutput(record), ...common };
}

function failureOf({ variant, plan, record, exit, ending, secrets }: ResultInput): RunError {
  const { prefix, errorCode } = variant;
  const failed = (code: string, message: string, kind: RunError["class"]): RunError => {
    return { code, message: cleanText(message, secrets), retryable: false, ...(kind && { class: kind }) };
  };
  if (ending?.kind === "idle") {
    const message = `No event for ${Math.round(ending.afterMs / 1000)} s; the last was: ${ending.phase}.`;
    return { code: `${prefix}.idle`, message, retryable: true, class: "process" };
  }
  if (ending?.kind === "broken") return failed(ending.code, ending.message, ending.class);
  const told = record.ending();
  if (told?.reason === "refused") return failed(`${prefix}.refused`, `${told.code}: ${told.message}`, "protocol");
  const broken = exit.protocolError ?? record.problem();
  if (broken !== undefined) return failed(`${prefix}.protocol`, broken, "protocol");
  if (told?.reason === "empty" && record.isSilent()) return failed(`${errorCode}-empty`, silent(plan), "protocol");
  if (told?.reason === "empty") return failed(`${errorCode}-empty`, noText, "provider");
  const last = record.lastMessage();
  if (last?.stopReason === "error")
    return providerError(errorCode, last.error ?? "The provider gave no reason.", secrets);
  if (exit.spawnError !== undefined)
    return failed(`${prefix}.spawn`, `Pi could not be started: ${exit.spawnError}.`, "process");
  return failed(`${prefix}.child-exit`, leftWithout(exit, record), "process");
}

const noText = "The last turn ended without any text, so there is no final answer.";

function silent({ preflight }: SealedPlan): string {
  const { baseUrl, api } = preflight.facts?.destination ?? { baseUrl: "the server", api: "its API" };
  return `The server answered without one event of "${api}": no text, no thinking, no usage. Check that ${baseUrl} is the address of a server that speaks "${api}" and streams.`;
}

function leftWithout(exit: PiChildExit, record: RunRecord): string {
  const how = exit.signal === null ? `exit code ${exit.code}` : `signal ${exit.signal}`;
  const words = exit.stderr.trim() === "" ? "" : ` It wrote: ${exit.stderr.trim().slice(-2_000)}`;
  return `The child ended (${how}) without an answer; the last was: ${record.phase()}.${words}`;
}

function partialOutput(record: RunRecord) {
  const text = record.partial();
  return text.trim() === "" ? {} : { output: { text, partial: true } };
}

function usageOf({ record, plan }: ResultInput): { usage?: Usage } {
  if (!record.hasUsage()) return {};
  const { input, output, total, cost } = record.usage();
  const price = plan.preflight.facts?.price;
  return {
    usage: { tokens: { input, output, total }, ...(price && { cost: { amount: cost, currency: price.currency } }) },
  };
}

/** Lists of its own: the record goes on living while the result is read. */
function plain(report: ReturnType<RunRecord["report"]>) {
  return {
    ...report,
    requests: report.requests.map((each) => ({ ...each, verified: [...each.verified] })),
    refusedPaths: [...report.refusedPaths],
    filesRead: [...report.filesRead],
    usageByTurn: report.usageByTurn.map((each) => ({ ...each })),
  };
}
