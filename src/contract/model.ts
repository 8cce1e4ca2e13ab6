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

/** `provider/id`; the first slash splits, because ids may hold more of them. */
export function parseModelReference(text: string): ModelReference | undefined {
  const slash = text.indexOf("/");
  const [provider, id] = [text.slice(0, Math.max(0, slash)).trim(), text.slice(slash + 1).trim()];
  return slash > 0 && provider !== "" && id !== "" ? { provider, id } : undefined;
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

/** From the least to the most. */
export const thinkingLevels: readonly ThinkingLevel[] = ["off", "minimal", "low", "medium", "high", "xhigh", "max"];

/** Where a conversation's own requests go. */
export interface ChatDestination {
  readonly provider: string;
  /** Absent where it is not known. */
  readonly baseUrl?: string;
}
