import { expect, test } from "vitest";
import { decodeKeys, type Key } from "../../src/ui/keys.ts";

test.each<[string, string, Key[]]>([
  ["text", "a漢", [{ kind: "text", text: "a漢" }]],
  ["Ctrl+Y", "\u0019", [{ kind: "named", name: "approve" }]],
  ["Ctrl+Y, kitty", "\u001b[121;5u", [{ kind: "named", name: "approve" }]],
  ["Ctrl+Y on a Cyrillic layout", "\u001b[1085::121;5u", [{ kind: "named", name: "approve" }]],
  ["Ctrl+Y with Caps Lock", "\u001b[121;69u", [{ kind: "named", name: "approve" }]],
  ["Ctrl+Shift+Y", "\u001b[121;6u", [{ kind: "named", name: "other" }]],
  ["a released Ctrl+Y", "\u001b[121;5:3u", []],
  ["a repeated Ctrl+Y", "\u001b[121;5:2u", [{ kind: "named", name: "approve", repeat: true }]],
  ["Ctrl+G", "\u0007", [{ kind: "named", name: "approve-and-grant" }]],
  ["Ctrl+G, kitty", "\u001b[103;5u", [{ kind: "named", name: "approve-and-grant" }]],
  ["Ctrl+B", "\u0002", [{ kind: "named", name: "approve-several" }]],
  ["Ctrl+B, kitty", "\u001b[98;5u", [{ kind: "named", name: "approve-several" }]],
  ["Shift+A, xterm", "\u001b[27;2;65~", [{ kind: "text", text: "A" }]],
  ["arrow", "\u001b[A", [{ kind: "named", name: "up" }]],
  ["arrow, application mode", "\u001bOA", [{ kind: "named", name: "up" }]],
  ["page down", "\u001b[6~", [{ kind: "named", name: "page-down" }]],
  ["Escape", "\u001b", [{ kind: "named", name: "escape" }]],
  ["Escape, kitty", "\u001b[27u", [{ kind: "named", name: "escape" }]],
  ["Shift+Enter", "\u001b[13;2u", [{ kind: "named", name: "new-line" }]],
  ["Alt+letter", "\u001br", [{ kind: "named", name: "other" }]],
  [
    "paste",
    "\u001b[200~a\r\nb\u0019\u001b[201~c",
    [
      { kind: "paste", text: "a\nb" },
      { kind: "text", text: "c" },
    ],
  ],
])("decodes %s", (_, bytes, keys) => {
  expect(decodeKeys(bytes)).toEqual(keys);
});

test.each(["\u001b[97;1;1114112u", "\u001b[97:1114112;2u", "\u001b[97::1114112;5u", "\u001b[1114112;1u"])(
  "takes no number beyond Unicode for a character in %j",
  (bytes) => {
    expect(() => decodeKeys(bytes)).not.toThrow();
    expect(JSON.stringify(decodeKeys(bytes))).not.toMatch(/approve|interrupt/);
  },
);
