import { type Diagnostic, error } from "../contract/diagnostic.ts";
import type { PrepareRun } from "./runtime-port.ts";

/** What is wrong with a request before anyone is asked anything; callers may be plain JavaScript. */
export function requestProblems(request: PrepareRun): readonly Diagnostic[] {
  if (typeof request !== "object" || request === null) {
    return [error("preparation.request", "A preparation needs a request object.")];
  }
  const { backendId, compile, signal } = request;
  const problems: Diagnostic[] = [];
  if (typeof backendId !== "string" || backendId === "") {
    problems.push(error("preparation.backend-id", "A preparation needs the id of a backend.", "backendId"));
  }
  if (typeof compile !== "function") {
    problems.push(error("preparation.compiler", "A preparation needs a compile function.", "compile"));
  }
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    problems.push(error("preparation.signal", "The signal of a preparation must be an AbortSignal.", "signal"));
  }
  return problems;
}
