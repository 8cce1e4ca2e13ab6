import { expect, test } from "vitest";
import { providerError } from "../../src/backends/provider-error.ts";

test.each([
  ['401: {"message":"bad key"}', "auth", false],
  ["403 Forbidden", "auth", false],
  ["429 Too Many Requests", "rate-limit", true],
  ["529 overloaded_error", "overloaded", true],
  ["503 Service Unavailable", "overloaded", true],
  ["Connection error.", "network", true],
  ["read ECONNRESET", "network", true],
  ["500 Internal Server Error", "provider", true],
  ["400 invalid request", "provider", false],
  ["something odd", "provider", false],
])("%s is of class %s, retryable %s", (text, kind, retryable) => {
  expect(providerError("subprocess", text)).toMatchObject({ code: "subprocess", class: kind, retryable });
});

test("a secret and a flood in an error stay out of it", () => {
  const { message } = providerError("subprocess", `key sk-ant-api03-${"a".repeat(40)} ${"word ".repeat(10_000)}`);
  expect(message).not.toContain("aaaaaaaa");
  expect(Buffer.byteLength(message)).toBeLessThanOrEqual(4 * 1024);
});
