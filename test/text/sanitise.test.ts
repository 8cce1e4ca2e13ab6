import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sanitiseJson, sanitiseText } from "../../src/text/sanitise.ts";

interface Case {
  readonly name: string;
  readonly repeat: string;
  readonly times: number;
  readonly tail: string;
  readonly bytes: number;
  readonly result: "kept" | "omitted" | "cut";
}
const { cases }: { cases: readonly Case[] } = JSON.parse(
  readFileSync(new URL("../golden/sanitise.json", import.meta.url), "utf8"),
);

test.each(cases)("$name", ({ repeat, times, tail, bytes, result }) => {
  const input = repeat.repeat(times) + tail;
  const output = sanitiseText(input);
  expect(Buffer.byteLength(input)).toBe(bytes);
  if (result === "kept") expect(output).toBe(input);
  else expect(output.split("\n").at(-1)).toContain(`${bytes} bytes`);
  if (result === "omitted") expect(Buffer.byteLength(output)).toBeLessThan(100);
  if (result === "cut") {
    expect(Buffer.byteLength(output)).toBeLessThanOrEqual(65_536);
    expect(input.startsWith(output.slice(0, output.lastIndexOf("\n")))).toBe(true);
    expect(output).not.toContain("\ufffd");
  }
});

test("a data URL of 4,096 bytes is left out, a shorter one is kept", () => {
  const url = (bytes: number) => "data:image/png;base64,".padEnd(bytes, "A");
  expect(sanitiseText(url(4096))).toContain("4096 bytes");
  expect(sanitiseText(url(4095))).toBe(url(4095));
});

test("an image part loses its data and keeps its type and size", () => {
  const part = { type: "image", mimeType: "image/png", data: "QUJD" };
  expect(sanitiseJson({ content: [part] })).toEqual({
    content: [{ type: "image", mimeType: "image/png", dataOmitted: true, encodedBytes: 4 }],
  });
});

test("an own __proto__ stays data", () => {
  const value = JSON.parse('{"__proto__":{"admin":true}}');
  expect(JSON.stringify(sanitiseJson(value))).toBe('{"__proto__":{"admin":true}}');
});
