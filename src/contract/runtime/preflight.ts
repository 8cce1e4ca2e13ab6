import { type Static, Type } from "@sinclair/typebox";
import { AccessReceipt } from "../access.ts";
import { accessReceiptCheck } from "../access-receipt-check.ts";
import { checker, eitherOf, placeOf } from "../check.ts";
import { type Diagnostic, error, hasErrors } from "../diagnostic.ts";
import { OpaqueId } from "../identifiers.ts";
import { LimitsReceipt, limitsReceiptCheck } from "../limits.ts";
import { ModelReference, modelReferenceCheck, sameModel, ThinkingLevel } from "../model.ts";
import { sameJson } from "../same-json.ts";
import { isAllowed } from "../tool-access.ts";
import { CatalogTool, hostCatalogCheck, runtimeCatalogCheck } from "../tool-catalog.ts";
import { BackendDescriptor, backendDescriptorCheck } from "./backend-descriptor.ts";
import { ExecutionFacts } from "./execution-facts.ts";
import { type ExecutionIntent, executionIntentCheck } from "./execution-intent.ts";
import { preflightAgreement } from "./preflight-agreement.ts";
import { PromptRuntime, promptRuntimeCheck } from "./prompt-runtime.ts";

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

type CatalogCheck = typeof hostCatalogCheck;

function acceptedPreflightCheck(catalog: CatalogCheck) {
  return checker(AcceptedPreflight, {
    codes: {
      "": "preflight.type",
      status: "preflight.status",
      thinkingLevel: "preflight.thinking",
      facts: "preflight.facts",
      diagnostics: "preflight.diagnostics",
    },
    parts: {
      backend: backendDescriptorCheck,
      model: modelReferenceCheck,
      toolCatalog: catalog,
      access: accessReceiptCheck,
      limits: limitsReceiptCheck,
      promptRuntime: promptRuntimeCheck,
    },
    rules: (when) => [
      when(["diagnostics"], function* ({ diagnostics }, at) {
        if (!hasErrors(diagnostics)) return;
        const message = "An accepted preflight reports an error: it must be rejected instead.";
        yield error("preflight.accepted-error", message, placeOf(at, ["diagnostics"]));
      }),
    ],
  });
}

const rejectedPreflightCheck = checker(RejectedPreflight, {
  codes: { "": "preflight.type", status: "preflight.status", diagnostics: "preflight.diagnostics" },
  parts: { backend: backendDescriptorCheck },
  rules: (when) => [
    when(["diagnostics"], function* ({ diagnostics }, at) {
      if (hasErrors(diagnostics)) return;
      const message = "A rejected preflight must say why: give at least one error.";
      yield error("preflight.rejection-error", message, placeOf(at, ["diagnostics"]));
    }),
  ],
});

export const hostAcceptedPreflightCheck = acceptedPreflightCheck(hostCatalogCheck);
export const runtimeAcceptedPreflightCheck = acceptedPreflightCheck(runtimeCatalogCheck);
export const hostPreflightCheck = eitherOf<Preflight>("status", "preflight.status", "preflight.type", {
  accepted: hostAcceptedPreflightCheck,
  rejected: rejectedPreflightCheck,
});
const runtimePreflightCheck = eitherOf<Preflight>("status", "preflight.status", "preflight.type", {
  accepted: runtimeAcceptedPreflightCheck,
  rejected: rejectedPreflightCheck,
});

/** A preflight by itself, against the intent it answers and, when given, against the descriptor that was registered. */
export function checkRuntimePreflight(
  preflight: unknown,
  intent: unknown,
  descriptor?: BackendDescriptor,
): Diagnostic[] {
  const [read, asked] = [runtimePreflightCheck.read(preflight), executionIntentCheck.read(intent)];
  if (!read.ok) return [...read.diagnostics];
  const diagnostics = [...read.diagnostics];
  if (descriptor && !sameJson(read.value.backend, descriptor)) {
    const message = "The preflight describes another backend than was registered.";
    diagnostics.push(error("preflight.backend-identity", message, "backend"));
  }
  if (read.value.status === "rejected") return diagnostics;
  if (!asked.ok) return [...diagnostics, ...asked.diagnostics];
  return [...diagnostics, ...intentAgreement(read.value, asked.value)];
}

/** Every place where an accepted preflight differs from the intent it answers. */
export function* intentAgreement(preflight: AcceptedPreflight, intent: ExecutionIntent): Generator<Diagnostic> {
  if (!sameModel(preflight.model, intent.model)) {
    const message = `The backend accepted another model than ${intent.model.provider}/${intent.model.id}.`;
    yield error("preflight.model-mismatch", message, "model");
  }
  if (preflight.thinkingLevel !== intent.thinkingLevel) {
    const message = `The backend accepted thinking level "${preflight.thinkingLevel}" instead of "${intent.thinkingLevel}".`;
    yield error("preflight.thinking-mismatch", message, "thinkingLevel");
  }
  yield* toolAgreement(preflight, intent);
  yield* promptRuntimeAgreement(preflight);
  yield* preflightAgreement(preflight, intent, "media");
}

function* toolAgreement(preflight: AcceptedPreflight, intent: ExecutionIntent): Generator<Diagnostic> {
  for (const [index, name] of intent.requestedTools.entries()) {
    const tool = preflight.toolCatalog.find((each) => each.name === name);
    if (!tool) {
      yield error(
        "preflight.tool-missing",
        `The backend does not offer the tool "${name}".`,
        `requestedTools[${index}]`,
      );
    }
    for (const effect of tool?.effects.filter((each) => !isAllowed(each, intent.access)) ?? []) {
      const message = `Tool "${name}" has the effect ${effect}, which the access does not allow.`;
      yield error("preflight.tool-effect", message, `requestedTools[${index}]`);
    }
  }
}

function* promptRuntimeAgreement(preflight: AcceptedPreflight): Generator<Diagnostic> {
  const { promptRuntimeFidelity: fidelity } = preflight.backend.capabilities;
  const { promptRuntime } = preflight;
  if (fidelity === "exact-preflight" && !promptRuntime) {
    const message = "The backend promises the prompt's inputs in its preflight, but gives none.";
    yield error("preflight.prompt-runtime", message, "promptRuntime");
  }
  if (!promptRuntime) return;
  if (fidelity !== "exact-preflight") {
    const message = `The fidelity is "${fidelity}", so the preflight holds no prompt runtime.`;
    yield error("preflight.prompt-fidelity", message, "promptRuntime");
  } else if (promptRuntime.fidelity !== fidelity) {
    const message = `The prompt runtime says "${promptRuntime.fidelity}", the backend "${fidelity}".`;
    yield error("preflight.prompt-runtime-fidelity", message, "promptRuntime.fidelity");
  }
  if (!sameModel(promptRuntime.model, preflight.model)) {
    const message = "The prompt runtime names another model than the preflight.";
    yield error("preflight.prompt-runtime-model", message, "promptRuntime.model");
  }
}
