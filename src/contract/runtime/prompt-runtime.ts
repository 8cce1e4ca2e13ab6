import { type Static, Type } from "@sinclair/typebox";
import { checker, placeOf } from "../check.ts";
import { type Diagnostic, error } from "../diagnostic.ts";
import { compareFingerprint, fingerprint } from "../fingerprint.ts";
import { Fingerprint } from "../identifiers.ts";
import { isIsoTime } from "../iso-time.ts";
import { ModelReference, modelReferenceCheck, sameModel } from "../model.ts";
import { PromptRuntimeFidelity } from "./backend-descriptor.ts";

export const PromptRuntime = Type.Object({
  fidelity: PromptRuntimeFidelity,
  baseSystemPrompt: Type.String(),
  /** ISO 8601 with milliseconds. */
  preparedAt: Type.String(),
  model: ModelReference,
  options: Type.Object({
    cwd: Type.String(),
    customPrompt: Type.Optional(Type.String()),
    appendSystemPrompt: Type.Optional(Type.String()),
    selectedTools: Type.Optional(Type.Array(Type.String())),
    toolSnippets: Type.Optional(Type.Record(Type.String(), Type.String())),
    promptGuidelines: Type.Optional(Type.Array(Type.String())),
    contextFiles: Type.Array(Type.Object({ path: Type.String(), content: Type.String() })),
    skills: Type.Array(
      Type.Object({
        name: Type.String(),
        description: Type.String(),
        filePath: Type.String(),
        disableModelInvocation: Type.Boolean(),
      }),
    ),
  }),
  /** Over everything above. */
  promptRuntimeFingerprint: Fingerprint,
});
export type PromptRuntime = Static<typeof PromptRuntime>;

export const promptRuntimeCheck = checker(PromptRuntime, {
  codes: {
    "": "prompt-runtime.type",
    fidelity: "prompt-runtime.fidelity",
    baseSystemPrompt: "prompt-runtime.base-system",
    preparedAt: "prompt-runtime.prepared-at",
    options: "prompt-runtime.options",
    "options.cwd": "prompt-runtime.cwd",
    "options.customPrompt": "prompt-runtime.custom-prompt",
    "options.appendSystemPrompt": "prompt-runtime.append-system",
    "options.selectedTools": "array.string",
    "options.promptGuidelines": "array.string",
    "options.toolSnippets": "prompt-runtime.tool-snippets",
    "options.contextFiles": "prompt-runtime.context-files",
    "options.contextFiles[]": "prompt-runtime.context-file",
    "options.skills": "prompt-runtime.skills",
    "options.skills[]": "prompt-runtime.skill",
    "options.skills[].name": "prompt-runtime.skill-field",
    "options.skills[].description": "prompt-runtime.skill-field",
    "options.skills[].filePath": "prompt-runtime.skill-field",
    "options.skills[].disableModelInvocation": "prompt-runtime.skill-invocation",
  },
  parts: { model: modelReferenceCheck },
  rules: (when) => [
    when(["preparedAt"], function* ({ preparedAt }, at) {
      if (isIsoTime(preparedAt)) return;
      const message = "The time must be written like 2026-01-02T03:04:05.678Z.";
      yield error("prompt-runtime.prepared-at", message, placeOf(at, ["preparedAt"]));
    }),
  ],
  *whole(runtime, at) {
    const found = compareFingerprint(runtime.promptRuntimeFingerprint, () => promptRuntimeFingerprint(runtime));
    if (found === "same") return;
    if (found === "not-json") {
      yield error("prompt-runtime.canonical", "The prompt runtime holds something that is not JSON.", placeOf(at, []));
      return;
    }
    const message = "The prompt runtime's fingerprint is not the one of its content.";
    yield error("prompt-runtime.fingerprint-mismatch", message, placeOf(at, ["promptRuntimeFingerprint"]));
  },
});

/** `expected` is what the backend promised in its preflight. */
export function checkPromptRuntime(
  runtime: unknown,
  expected: { readonly fidelity?: string; readonly model?: ModelReference } = {},
): Diagnostic[] {
  const read = promptRuntimeCheck.read(runtime);
  if (!read.ok) return [...read.diagnostics];
  const { fidelity, model } = read.value;
  const diagnostics = [...read.diagnostics];
  if (expected.fidelity !== undefined && fidelity !== expected.fidelity) {
    const message = `The fidelity is "${fidelity}", but "${expected.fidelity}" was promised.`;
    diagnostics.push(error("prompt-runtime.expected-fidelity", message, "fidelity"));
  }
  if (expected.model && !sameModel(model, expected.model)) {
    const message = `The model is ${model.provider}/${model.id}, but ${expected.model.provider}/${expected.model.id} was promised.`;
    diagnostics.push(error("prompt-runtime.expected-model", message, "model"));
  }
  return diagnostics;
}

/** Over everything but the fingerprint itself; unique to one preparation, because the time is inside. */
export function promptRuntimeFingerprint(runtime: Omit<PromptRuntime, "promptRuntimeFingerprint">): string {
  return fingerprint({ ...runtime, promptRuntimeFingerprint: undefined });
}
