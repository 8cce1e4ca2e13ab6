import { type Static, Type } from "@sinclair/typebox";
import { checker } from "./check.ts";
import { type Diagnostic, error } from "./diagnostic.ts";
import { Fingerprint } from "./identifiers.ts";
import { isIsoTime } from "./iso-time.ts";

/** Permission to execute one sealed plan once. `execute` refuses it for any other fingerprint and after it expires. */
export const ApprovalReceipt = Type.Object({
  executionFingerprint: Fingerprint,
  conversationFingerprint: Fingerprint,
  /** `person`: decided in a panel. `command-line`: `--yes`. `grant` and `project-config`: no one was asked this time. */
  source: Type.Union([
    Type.Literal("person"),
    Type.Literal("command-line"),
    Type.Literal("grant"),
    Type.Literal("project-config"),
  ]),
  /** ISO 8601. */
  approvedAt: Type.String(),
  /** ISO 8601; ten minutes after display. */
  expiresAt: Type.String(),
  viewedFullPrompt: Type.Boolean(),
});
export type ApprovalReceipt = Static<typeof ApprovalReceipt>;

const approvalReceiptCheck = checker(ApprovalReceipt, {
  codes: {
    "": "approval.type",
    source: "approval.source",
    approvedAt: "approval.approved-at",
    expiresAt: "approval.expires-at",
    viewedFullPrompt: "approval.viewed-full-prompt",
  },
  rules: (when) => [
    when(["approvedAt"], ({ approvedAt }) => notTime(approvedAt, "approval.approved-at", "approvedAt")),
    when(["expiresAt"], ({ expiresAt }) => notTime(expiresAt, "approval.expires-at", "expiresAt")),
  ],
});

/** The receipt itself; whether it is for this plan and still good, only the runtime can say. */
export function checkApprovalReceipt(receipt: unknown): Diagnostic[] {
  return approvalReceiptCheck.diagnose(receipt);
}

function notTime(text: string, code: string, path: string): Diagnostic[] {
  return isIsoTime(text) ? [] : [error(code, "The time must be written like 2026-01-02T03:04:05.678Z.", path)];
}
