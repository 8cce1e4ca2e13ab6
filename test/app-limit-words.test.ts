import { expect, test } from "vitest";
import { limitsSupported } from "../src/app-limit-words.ts";

test("says in words what ends a run at which limit, and what cannot be limited", () => {
  expect(
    limitsSupported({
      timeoutMs: ["host-abort"],
      maxTurns: ["backend-hard"],
      tokenBudget: ["backend-hard", "best-effort"],
      maxOutputBytes: ["backend-hard"],
    }),
  ).toBe(
    "time: ended from outside the child; turns, answer size: the child stops itself; tokens: the child stops itself or not enforced",
  );
});
