import { type JsonOutput, jsonOutput } from "./json-output.ts";
import { sortedKeys } from "./sorted-keys.ts";

/**
 * The text of a canonical copy in UTF-8, as `JSON.stringify` writes it but with the keys in order even where they look like array
 * indexes. It comes in pieces of at most 24 KiB, and each is good for the length of its call only.
 */
export function writeJson(copy: unknown, take: (piece: Uint8Array) => void): void {
  const output = jsonOutput(take);
  writeValue(copy, output);
  output.end();
}

function writeValue(value: unknown, output: JsonOutput): void {
  if (typeof value === "string") output.addString(value);
  else if (Array.isArray(value)) writeItems(value, output);
  else if (typeof value === "object" && value !== null) writeFields(value, output);
  else output.add(JSON.stringify(value));
}

function writeItems(items: readonly unknown[], output: JsonOutput): void {
  output.add("[");
  for (let index = 0; index < items.length; index += 1) {
    if (index > 0) output.add(",");
    writeValue(items[index], output);
  }
  output.add("]");
}

function writeFields(fields: object, output: JsonOutput): void {
  output.add("{");
  let before = "";
  for (const key of sortedKeys(fields)) {
    output.add(before);
    output.addString(key);
    output.add(":");
    writeValue(Reflect.get(fields, key), output);
    before = ",";
  }
  output.add("}");
}
