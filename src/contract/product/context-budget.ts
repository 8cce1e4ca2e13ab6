import { type Diagnostic, error, info } from "../diagnostic.ts";
import { plainCopy } from "../plain-copy.ts";
import { isFields } from "../shape.ts";
import { emptyEnvelopeBytes, itemBytes } from "./context-envelope.ts";
import {
  type ContextItem,
  type ContextReceipt,
  type SelectedContext,
  selectedContextCheck,
} from "./selected-context.ts";

export interface BudgetedContext {
  /** In their original order. */
  readonly items: ContextItem[];
  readonly receipt: ContextReceipt;
  readonly diagnostics: Diagnostic[];
}

/**
 * What fits into the budget: every required item, then optional ones from the newest to the oldest, each whole or not at all.
 * A big one is passed over, and an older one may still fit. Measured is the whole rendered envelope in UTF-8.
 */
export function budgetSubagentContext(context: SelectedContext): BudgetedContext {
  const read = selectedContextCheck.read(context, "selectedContext");
  if (!read.ok) return nothingIncluded(context, read.diagnostics);
  const { maxBytes, items } = read.value;
  const included = new Set(items.filter((item) => item.required === true));
  let bytes = envelopeBytes(included);
  if (bytes > maxBytes) {
    const message = `The required items need ${bytes} bytes, but only ${maxBytes} are allowed.`;
    return nothingIncluded(read.value, [error("context.required-overflow", message, "selectedContext.maxBytes")]);
  }
  for (const item of [...items].reverse()) {
    if (included.has(item)) continue;
    const grown = (included.size === 0 ? emptyEnvelopeBytes : bytes) + itemBytes(item);
    if (grown > maxBytes) continue;
    included.add(item);
    bytes = grown;
  }
  return budgeted(read.value, included, bytes);
}

function budgeted(
  { maxBytes, items }: SelectedContext,
  included: ReadonlySet<ContextItem>,
  bytes: number,
): BudgetedContext {
  const kept = items.filter((item) => included.has(item));
  const omitted = items.filter((item) => !included.has(item));
  const message = `${omitted.length} optional items do not fit into ${maxBytes} bytes and are left out.`;
  return {
    items: kept,
    receipt: {
      maxBytes,
      includedBytes: bytes,
      includedItemIds: kept.map((item) => item.id),
      omittedItemIds: omitted.map((item) => item.id),
    },
    diagnostics: omitted.length === 0 ? [] : [info("context.optional-omitted", message, "selectedContext.items")],
  };
}

function envelopeBytes(items: ReadonlySet<ContextItem>): number {
  if (items.size === 0) return 0;
  return [...items].reduce((bytes, item) => bytes + itemBytes(item), emptyEnvelopeBytes);
}

/** The receipt still says what was left out, as far as that can be read. */
function nothingIncluded(context: unknown, diagnostics: readonly Diagnostic[]): BudgetedContext {
  const plain = plainCopy(context);
  const { maxBytes, items } = isFields(plain) ? plain : {};
  const ids = (Array.isArray(items) ? items : []).map((item) => (isFields(item) ? item.id : undefined));
  return {
    items: [],
    receipt: {
      maxBytes: typeof maxBytes === "number" ? maxBytes : 0,
      includedBytes: 0,
      includedItemIds: [],
      omittedItemIds: ids.filter((id) => typeof id === "string"),
    },
    diagnostics: [...diagnostics],
  };
}
