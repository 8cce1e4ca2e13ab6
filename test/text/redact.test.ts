import { expect, test } from "vitest";
import { redactSecrets } from "../../src/text/redact.ts";

// Put together at run time, so that no scanner takes this file for a leak.
const letters = (count: number) => "aB3dE5gH7jK9mN1pQ2sT4vW6".repeat(8).slice(0, count);

test.each([
  ["an Anthropic key", `sk-ant-api03-${letters(40)}`],
  ["an OpenAI key", `sk-proj-${letters(48)}`],
  ["a Google key", `AIza${letters(35)}`],
  ["a GitHub token", `ghp_${letters(36)}`],
  ["a fine-grained GitHub token", `github_pat_${letters(60)}`],
  ["an AWS key id", `AKIA${"ABCDEFGH".repeat(2)}`],
  ["a Groq key", `gsk_${letters(40)}`],
  ["a Hugging Face token", `hf_${letters(34)}`],
  ["a Slack token", `xoxb-${"1".repeat(12)}-${letters(20)}`],
  ["a web token", `eyJ${letters(20)}.eyJ${letters(20)}.${letters(20)}`],
  ["a private key", `-----BEGIN RSA PRIVATE KEY-----\n${letters(60)}\n-----END RSA PRIVATE KEY-----`],
  ["a private key that was cut off", `-----BEGIN OPENSSH PRIVATE KEY-----\n${letters(60)}`],
])("takes out %s and leaves the rest", (_, secret) => {
  const redacted = redactSecrets(`before ${secret}`);
  expect(redacted).toMatch(/^before \[redacted [a-z ]+\]$/);
});

test("keeps the name of a header and takes its value", () => {
  expect(redactSecrets(`Authorization: Bearer ${letters(20)}\nnext`)).toBe("Authorization: Bearer [redacted]\nnext");
  expect(redactSecrets(`{"x-api-key":"${letters(20)}","a":1}`)).toBe('{"x-api-key":"[redacted]","a":1}');
});

test("takes the credentials out of a URL and keeps its host", () => {
  expect(redactSecrets("via http://user:pass@proxy.example:8080/x?api_key=abc&y=1")).toBe(
    "via http://[redacted]@proxy.example:8080/x?api_key=[redacted]&y=1",
  );
});

test("takes out known values wherever they stand, the longest first", () => {
  expect(redactSecrets("k=secret-value-2 secret-value", ["secret-value", "secret-value-2"])).toBe(
    "k=[redacted] [redacted]",
  );
});

test("takes out a known value as JSON, a URL or base64 spells it", () => {
  const key = 'q"K\\3/+=secret';
  const quoted = JSON.stringify(key);
  const spelled = [quoted, JSON.stringify(quoted), encodeURIComponent(key), Buffer.from(key).toString("base64")];
  for (const text of spelled)
    expect(redactSecrets(`before ${text}`, [key])).toMatch(/^before [\\"]*\[redacted\][\\"]*$/);
  expect(redactSecrets("lone", ["\ud800-secret"])).toBe("lone");
});

test("leaves prose and known values that are too short", () => {
  const prose = "The skill sk-1 of the bearer of a token: see https://example.com/a?b=c and abc.";
  expect(redactSecrets(prose, ["abc"])).toBe(prose);
});

test("takes no more than moments for text made to slow it down", () => {
  const started = performance.now();
  for (const unit of ["eyJ-", "sk-", "a://", "-----BEGIN PRIVATE KEY-----", "authorization ", "bearer ", "?key="]) {
    redactSecrets(unit.repeat(262_144 / unit.length));
  }
  expect(performance.now() - started).toBeLessThan(10_000);
});
