import { expect, test } from "vitest";
import { factRows } from "../src/app-fact-rows.ts";

const digest = `sha256:v1:${"7f3a".repeat(16)}`;

test("values stand in one column, also those of several lines", () => {
  expect(
    factRows(
      [
        ["seal", "one\ntwo"],
        ["run id", "r"],
      ],
      7,
    ),
  ).toBe("seal    one\n        two\nrun id  r");
});

test("a digest has a row of its own that 75 columns hold", () => {
  const rows = factRows(
    [
      ["seal", digest],
      ["request 1", `verified: prompt\n${digest}`],
      ["receipt", `seal:\n  ${digest}\nby: you`],
      ["task", `Compare ${digest}`],
      ["answer", `3 characters, SHA-256\n${"0a".repeat(32)}`],
    ],
    10,
  ).split("\n");
  expect(rows).toEqual([
    "seal",
    digest,
    "request 1  verified: prompt",
    digest,
    "receipt    seal:",
    digest,
    "           by: you",
    `task       Compare ${digest}`,
    "answer     3 characters, SHA-256",
    "0a".repeat(32),
  ]);
});
