import type { App } from "./app.ts";
import { endingInWords, failureAdvice, statusWords } from "./app-run-words.ts";
import { exitCode, exitCodes, planObject, resultObject } from "./cli-output.ts";
import type { Reply } from "./cli-reply.ts";
import { withoutInfos } from "./contract/diagnostic.ts";
import type { AgentResponse } from "./contract/product/agent-response.ts";
import type { Delegation, DelegationResult } from "./delegation.ts";
import { escapeLines } from "./text/escape.ts";

/** `run` in a terminal; gives the exit code, as `planInTerminal` does. */
export async function runInTerminal(
  app: App,
  delegation: Delegation,
  reply: Reply,
  signal: AbortSignal,
): Promise<number> {
  const { terminalProgress } = await import("./app-progress-in-terminal.ts");
  const progress = terminalProgress(reply.around.stderr, delegation.profile);
  const recorded = app.delegate(delegation, signal, progress.report).finally(progress.end);
  const { result, runId, diagnostics } = await recorded;
  if (result.kind === "refused") return reply.refuse(result.diagnostics);
  if (result.kind === "ran") reply.tell(withoutInfos(result.diagnostics));
  reply.tell(diagnostics);
  if (reply.json) reply.print({ ...resultObject(result), ...(runId === undefined ? {} : { recordId: runId }) });
  else if (result.kind === "ran") printAnswer(result.response, result.plan.model.provider, reply);
  else reply.say(undecided(result));
  if (runId !== undefined) reply.say(`record: ${runId} in ${app.directories.history}`);
  return exitCode(result);
}

export async function planInTerminal(
  app: App,
  delegation: Delegation,
  reply: Reply,
  signal: AbortSignal,
): Promise<number> {
  const { planText } = await import("./app-reports.ts");
  const shown = await app.plan(delegation, signal, (planned) =>
    reply.json ? { ...planObject(planned.plan), diagnostics: planned.diagnostics } : planText(planned),
  );
  if (signal.aborted) return reply.aborted();
  if (!shown.ok) return reply.refuse(shown.diagnostics);
  if (typeof shown.value === "string") reply.printText(shown.value);
  else reply.print(shown.value);
  return exitCodes.completed;
}

function undecided(result: Exclude<DelegationResult, { kind: "ran" | "refused" }>): string {
  if (result.kind !== "rejected") return `${statusWords[result.kind]}: nothing was sent.`;
  const why = result.reason === "" ? "" : `: ${escapeLines(result.reason).join(" ")}`;
  return `Rejected${why}; nothing was sent.`;
}

function printAnswer(response: AgentResponse, provider: string, reply: Reply): void {
  const { output, status, error } = response;
  if (output !== undefined && status !== "completed") {
    reply.say("Not a finished answer; what it had said until then:");
  }
  if (output !== undefined) reply.printText(output.text);
  if (status === "completed") return;
  const why = error ? ` ${error.code}: ${error.message}` : `, ${endingInWords(response)}`;
  reply.say(escapeLines(`${statusWords[status]}${why}`).join(" "));
  const advice = failureAdvice(response, provider);
  if (advice !== undefined) reply.say(advice);
}
