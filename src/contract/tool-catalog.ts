import { type Static, Type } from "@sinclair/typebox";
import { OpaqueId } from "./identifiers.ts";

export const toolEffects = ["filesystem-read", "filesystem-write", "process", "network"] as const;
export const ToolEffect = Type.Union([
  Type.Literal("filesystem-read"),
  Type.Literal("filesystem-write"),
  Type.Literal("process"),
  Type.Literal("network"),
]);
export type ToolEffect = Static<typeof ToolEffect>;

export const CatalogTool = Type.Object({
  id: OpaqueId,
  /** The name the model sees and policies match. */
  name: OpaqueId,
  effects: Type.Array(ToolEffect),
  description: Type.Optional(Type.String()),
  promptSnippet: Type.Optional(Type.String()),
  adapterMapping: Type.Optional(Type.String()),
});
export type CatalogTool = Static<typeof CatalogTool>;
export type ToolCatalog = readonly CatalogTool[];
