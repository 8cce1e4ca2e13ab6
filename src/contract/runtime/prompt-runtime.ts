import { type Static, Type } from "@sinclair/typebox";
import { Fingerprint } from "../identifiers.ts";
import { ModelReference } from "../model.ts";
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
