import { type Static, Type } from "@sinclair/typebox";
import { AccessReceipt } from "../access.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { OpaqueId } from "../identifiers.ts";
import { LimitsReceipt } from "../limits.ts";
import { ModelReference, ThinkingLevel } from "../model.ts";
import { CatalogTool } from "../tool-catalog.ts";
import { BackendDescriptor } from "./backend-descriptor.ts";
import { ExecutionFacts } from "./execution-facts.ts";
import { PromptRuntime } from "./prompt-runtime.ts";

const DiagnosticShape = Type.Unsafe<Diagnostic>(
  Type.Object({
    level: Type.Union([Type.Literal("error"), Type.Literal("warning"), Type.Literal("info")]),
    code: Type.String(),
    message: Type.String(),
    path: Type.Optional(Type.String()),
  }),
);

export const AcceptedPreflight = Type.Object({
  status: Type.Literal("accepted"),
  preflightId: OpaqueId,
  backend: BackendDescriptor,
  model: ModelReference,
  thinkingLevel: ThinkingLevel,
  toolCatalog: Type.Array(CatalogTool),
  access: AccessReceipt,
  limits: LimitsReceipt,
  /** What a person judges beyond the above; a backend that contacts a provider must state it. */
  facts: Type.Optional(ExecutionFacts),
  /** Only with fidelity `exact-preflight`. */
  promptRuntime: Type.Optional(PromptRuntime),
  diagnostics: Type.Array(DiagnosticShape),
});
export type AcceptedPreflight = Static<typeof AcceptedPreflight>;

export const RejectedPreflight = Type.Object({
  status: Type.Literal("rejected"),
  preflightId: OpaqueId,
  backend: BackendDescriptor,
  /** At least one error. */
  diagnostics: Type.Array(DiagnosticShape),
});
export type RejectedPreflight = Static<typeof RejectedPreflight>;

export const Preflight = Type.Union([AcceptedPreflight, RejectedPreflight]);
export type Preflight = Static<typeof Preflight>;
