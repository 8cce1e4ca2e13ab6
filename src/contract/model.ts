import { type Static, Type } from "@sinclair/typebox";
import { checker } from "./check.ts";

export const ModelReference = Type.Object({
  provider: Type.String({ minLength: 1 }),
  id: Type.String({ minLength: 1 }),
});
export type ModelReference = Static<typeof ModelReference>;

export const modelReferenceCheck = checker(ModelReference, { codes: { "": "model.reference" } });

export function sameModel(one: ModelReference, other: ModelReference): boolean {
  return one.provider === other.provider && one.id === other.id;
}

export const ThinkingLevel = Type.Union([
  Type.Literal("off"),
  Type.Literal("minimal"),
  Type.Literal("low"),
  Type.Literal("medium"),
  Type.Literal("high"),
  Type.Literal("xhigh"),
  Type.Literal("max"),
]);
export type ThinkingLevel = Static<typeof ThinkingLevel>;
