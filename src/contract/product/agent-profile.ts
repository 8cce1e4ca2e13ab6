import { type Static, Type } from "@sinclair/typebox";
import { resourceIdPattern } from "../identifiers.ts";
import { ModelReference, ThinkingLevel } from "../model.ts";

/** The normalised profile: what the profile fingerprint covers. The loader's codec is stricter about what a file may hold. */
export const AgentProfile = Type.Object({
  schemaVersion: Type.Literal(1),
  type: Type.Literal("pi-forge.agent-profile"),
  id: Type.String({ pattern: resourceIdPattern }),
  name: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  autoActivate: Type.Optional(Type.Boolean()),
  model: ModelReference,
  thinkingLevel: ThinkingLevel,
  promptStack: Type.Union([Type.String({ minLength: 1 }), Type.Null()]),
});
export type AgentProfile = Static<typeof AgentProfile>;
