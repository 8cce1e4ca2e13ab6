import { error } from "../contract/diagnostic.ts";
import type { ApprovalDecision } from "./approver.ts";

export function unavailable(code: string, message: string): ApprovalDecision {
  return { kind: "unavailable", diagnostics: [error(code, message)] };
}

export function panelFailed(cause: unknown): ApprovalDecision {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return unavailable("approval.panel-failed", `The approval panel failed (${reason}); nothing was approved.`);
}
