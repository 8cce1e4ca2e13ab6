import { type Static, Type } from "@sinclair/typebox";
import { checker } from "./check.ts";
import { type Diagnostic, error } from "./diagnostic.ts";
import { OpaqueId } from "./identifiers.ts";
import { repeated } from "./repeated.ts";

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
  /** Characters of the definition that a request carries, for estimates; absent where nobody knows. */
  definitionCharacters: Type.Optional(Type.Integer({ minimum: 0 })),
});
export type CatalogTool = Static<typeof CatalogTool>;
export type ToolCatalog = readonly CatalogTool[];

const Catalog = Type.Array(CatalogTool);

/** The catalogue as the runtime judges it. */
export const runtimeCatalogCheck = checker(Catalog, {
  codes: {
    "": "tool-catalog.type",
    "[]": "tool-catalog.tool",
    "[].name": "tool-catalog.name",
    "[].effects": "tool-catalog.effects",
    "[].effects[]": "tool-catalog.effect",
    "[].description": "tool-catalog.description",
    "[].promptSnippet": "tool-catalog.prompt-snippet",
  },
  *whole(tools, at) {
    yield* repeatedTools(tools, { id: "tool-catalog.id-duplicate", name: "tool-catalog.name-duplicate" }, at);
    for (const [index, tool] of tools.entries()) {
      for (const [position, effect] of repeated(tool.effects)) {
        const place = `${at}[${index}].effects[${position}]`;
        yield error("tool-catalog.effect-duplicate", `Tool "${tool.name}" declares ${effect} twice.`, place);
      }
    }
  },
});

/** The catalogue as the host judges it: same shape, the codes of the host's own artifacts. */
export const hostCatalogCheck = checker(Catalog, {
  codes: { "": "preflight.tool-catalog", "[]": "tools.catalog-entry", "[].effects": "tools.effects" },
  whole: (tools, at) => repeatedTools(tools, { id: "tools.duplicate-id", name: "tools.duplicate-name" }, at),
});

function* repeatedTools(tools: ToolCatalog, codes: { id: string; name: string }, at: string): Generator<Diagnostic> {
  for (const key of ["id", "name"] as const) {
    for (const [index, value] of repeated(tools.map((tool) => tool[key]))) {
      yield error(codes[key], `Two tools have the ${key} "${value}": each needs its own.`, `${at}[${index}].${key}`);
    }
  }
}
