import fc from "fast-check";
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

const hex = (text: string) => Array.from(Buffer.from(text), (byte) => `%${byte.toString(16)}`).join("");
const utf16 = (text: string) =>
  text.replace(/./gsu, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`);

test.each([
  ["JSON", (key: string) => JSON.stringify(key).slice(1, -1)],
  ["JSON within JSON", (key: string) => JSON.stringify(JSON.stringify(key)).slice(3, -3)],
  ["JSON that escapes slashes", (key: string) => JSON.stringify(key).slice(1, -1).replaceAll("/", "\\/")],
  ["JSON by numbers", utf16],
  ["a URL", encodeURIComponent],
  ["a URL with every byte encoded", hex],
  ["base64", (key: string) => Buffer.from(key).toString("base64")],
  ["base64url", (key: string) => Buffer.from(key).toString("base64url")],
])("takes out a known value as %s spells it", (_, spell) => {
  const key = 'q"K\\3/+=secret';
  expect(redactSecrets(`before ${spell(key)} after`, [key])).toBe("before [redacted] after");
});

test("takes a known value out of base64 that holds it between other bytes, at every alignment", () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 6, maxLength: 60 }),
      fc.uint8Array({ maxLength: 9 }),
      fc.uint8Array({ maxLength: 9 }),
      fc.constantFrom("base64" as const, "base64url" as const),
      (key, before, after, encoding) => {
        const bytes = Buffer.concat([before, Buffer.from(key), after]);
        const redacted = redactSecrets(bytes.toString(encoding), [key]);
        const [left = "", right] = redacted.split("[redacted]");
        expect(right).toBeDefined();
        // What is left on the one side is of the bytes there alone.
        expect(bytes.toString(encoding).startsWith(left)).toBe(true);
        expect(left.length).toBeLessThanOrEqual(Math.floor((before.length * 8) / 6));
      },
    ),
  );
  const basic = `Basic ${Buffer.from("user:my-own-key").toString("base64")}`;
  expect(redactSecrets(`refused: ${basic}`, ["my-own-key"])).toMatch(/^refused: Basic dXNl\w*\[redacted\]$/);
});

test("a known value that is no text at all does no harm", () => {
  expect(redactSecrets("lone", ["\ud800-secret"])).toBe("lone");
});

test("leaves prose and known values that are too short", () => {
  const prose = "The skill sk-1 of the bearer of a token: see https://example.com/a?b=c and abc.";
  expect(redactSecrets(prose, ["abc"])).toBe(prose);
});

test("takes no more than moments for text made to slow it down", () => {
  const started = performance.now();
  for (const unit of [
    "eyJ-",
    "sk-",
    "a://",
    "-----BEGIN PRIVATE KEY-----",
    "authorization ",
    "bearer ",
    "?key=",
    "\\",
    "AA",
  ]) {
    redactSecrets(unit.repeat(262_144 / unit.length), ['\\"/ "\\', "AAAAAAAAAAAB"]);
  }
  expect(performance.now() - started).toBeLessThan(10_000);
});
