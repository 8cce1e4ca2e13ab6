import type { JsonObject, JsonValue } from "../contract/json.ts";
import type { PromptStack, StackBlock, StackSlot } from "../contract/product/prompt-stack.ts";
import { compact } from "./compact.ts";
import {
  type FieldReport,
  isList,
  isObject,
  optionalBoolean,
  optionalObject,
  optionalOneOf,
  optionalString,
  optionalStrings,
  own,
  shown,
} from "./field-report.ts";
import { checkHistoryOptions } from "./stack-history.ts";

type StackItem = PromptStack["items"][number];

export function readItems(source: JsonObject, report: FieldReport): StackItem[] {
  const value = own(source, "items");
  if (!isList(value)) {
    report.error("missing-items", `"items" must be a list, not ${shown(value)}.`, "items");
    return [];
  }
  const items: StackItem[] = [];
  const seen = new Set<string>();
  for (const [index, each] of value.entries()) {
    const inItem = report.within(["items", index], labelOf(each, index));
    if (!isObject(each)) {
      inItem.error("invalid-item", `Item ${index + 1} must be an object, not ${shown(each)}.`);
      continue;
    }
    const item = readItem(each, inItem);
    if (item.id !== "" && seen.has(item.id)) {
      inItem.error("duplicate-item", `The item id "${item.id}" is used twice; give each item its own.`, "id");
    }
    seen.add(item.id);
    items.push(item);
  }
  return items;
}

function labelOf(item: JsonValue, index: number): string {
  return `items.${(isObject(item) && itemId(own(item, "id"))) || index}`;
}

function readItem(source: JsonObject, report: FieldReport): StackItem {
  const id = own(source, "id");
  if (typeof id !== "string" || id.trim() === "") {
    report.error("invalid-item", `An item's "id" must be a text, not ${shown(id)}.`, "id");
  }
  const kind = own(source, "kind");
  if (kind !== "block" && kind !== "slot") {
    report.error("invalid-item", `An item's "kind" is block or slot, not ${shown(kind)}.`, "kind");
  }
  return kind === "slot" ? readSlot(source, report) : readBlock(source, report);
}

/** A number is no id, but it is how people tell which item is meant. */
function itemId(value: JsonValue | undefined): string {
  if (typeof value === "string") return value.trim();
  return typeof value === "number" && Number.isFinite(value) ? String(value) : "";
}

function readCommon(source: JsonObject, report: FieldReport) {
  return {
    id: itemId(own(source, "id")),
    name: optionalString(source, "name", report),
    enabled: optionalBoolean(source, "enabled", report),
    role: optionalOneOf(source, "role", ["system", "user", "assistant", "custom"] as const, report),
    tags: optionalStrings(source, "tags", report),
    source: optionalObject(source, "source", report),
  };
}

function readBlock(source: JsonObject, report: FieldReport): StackBlock {
  const content = own(source, "content");
  if (typeof content !== "string") {
    report.error("invalid-item", `A block's "content" must be a text, not ${shown(content)}.`, "content");
  }
  const text = typeof content === "string" ? content : "";
  return compact({ kind: "block" as const, ...readCommon(source, report), content: text });
}

function readSlot(source: JsonObject, report: FieldReport): StackSlot {
  const slot = own(source, "slot");
  const name = typeof slot === "string" ? slot.trim() : "";
  if (name === "") report.error("invalid-item", `A slot's "slot" must name it, not ${shown(slot)}.`, "slot");
  const options = optionalObject(source, "options", report);
  if (name === "chat-history" && options) checkHistoryOptions(options, report.within(["options"]));
  return compact({ kind: "slot" as const, ...readCommon(source, report), slot: name, options });
}
