import { type Static, Type } from "@sinclair/typebox";
import { Fingerprint } from "./identifiers.ts";

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
