import { type Static, Type } from "@sinclair/typebox";
import { checker, placeOf } from "../check.ts";
import { type Diagnostic, error } from "../diagnostic.ts";
import { writtenPattern } from "../identifiers.ts";
import { repeated } from "../repeated.ts";

const ContextKind = Type.Union([
  Type.Literal("summary"),
  Type.Literal("user-excerpt"),
  Type.Literal("assistant-excerpt"),
  Type.Literal("tool-result-excerpt"),
  Type.Literal("resource-excerpt"),
]);

export const ContextItem = Type.Object({
  id: Type.String(),
  kind: ContextKind,
  text: Type.String({ pattern: writtenPattern }),
  required: Type.Optional(Type.Boolean()),
  provenance: Type.Object({
    source: Type.String({ pattern: writtenPattern }),
    reference: Type.Optional(Type.String()),
  }),
});
export type ContextItem = Static<typeof ContextItem>;

export const SelectedContext = Type.Object({
  /** UTF-8 bytes of the whole rendered envelope. */
  maxBytes: Type.Integer({ minimum: 1 }),
  items: Type.Array(ContextItem),
});
export type SelectedContext = Static<typeof SelectedContext>;

export const ContextReceipt = Type.Object({
  maxBytes: Type.Integer(),
  includedBytes: Type.Integer(),
  includedItemIds: Type.Array(Type.String()),
  omittedItemIds: Type.Array(Type.String()),
});
export type ContextReceipt = Static<typeof ContextReceipt>;

export const selectedContextCheck = checker(SelectedContext, {
  codes: {
    "": "context.type",
    maxBytes: "context.max-bytes",
    items: "context.items",
    "items[]": "context.item",
    "items[].id": "context.item",
    "items[].kind": "context.kind",
    "items[].text": "context.text",
    "items[].required": "context.required",
    "items[].provenance": "context.provenance",
  },
  rules: (when) => [
    when(["items"], function* ({ items }, at) {
      for (const [index, id] of repeated(items.map((item) => item.id))) {
        yield error("context.duplicate-id", `Two items have the id "${id}".`, placeOf(at, ["items", index, "id"]));
      }
    }),
  ],
});

export const validateSelectedContext = (context: unknown, at = "selectedContext"): Diagnostic[] =>
  selectedContextCheck.diagnose(context, at);

export const contextReceiptCheck = checker(ContextReceipt, {
  codes: {
    "": "context-receipt.type",
    maxBytes: "context-receipt.max",
    includedBytes: "context-receipt.bytes",
    includedItemIds: "context-receipt.ids",
    omittedItemIds: "context-receipt.ids",
  },
  rules: (when) => [
    when(["maxBytes", "includedBytes"], function* ({ maxBytes, includedBytes }, at) {
      if (includedBytes >= 0 && includedBytes <= maxBytes) return;
      const message = `${includedBytes} bytes of context are not within the ${maxBytes} that are allowed.`;
      yield error("context-receipt.bytes", message, placeOf(at, ["includedBytes"]));
    }),
  ],
});
