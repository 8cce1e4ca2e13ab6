import { applyEdits, modify } from "jsonc-parser";
import type { JsonValue } from "../contract/json.ts";
import type { JsonPath } from "./parse-json.ts";

const byteOrderMark = "\uFEFF";

/** Sets one value in valid JSON text and leaves every other byte as it is: order, spaces, line ends, byte order mark. */
export function setJsonValue(text: string, path: JsonPath, value: JsonValue): string {
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : "";
  const body = text.slice(mark.length);
  return mark + applyEdits(body, modify(body, [...path], value, formatOf(body)));
}

function formatOf(body: string) {
  const indent = /^([ \t]+)"/m.exec(body)?.[1] ?? "  ";
  const tabs = indent.includes("\t");
  return {
    formattingOptions: {
      insertSpaces: !tabs,
      tabSize: tabs ? 1 : indent.length,
      eol: body.includes("\r\n") ? "\r\n" : "\n",
    },
  };
}
