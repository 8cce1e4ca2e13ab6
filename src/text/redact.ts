/**
 * Shapes of secrets, each from its issuer's own documentation or from the rules of secret scanners (gitleaks, GitHub secret scanning).
 * Matching by shape finds the usual ones, not every one: pass the values that are known as well.
 */
const shapes: readonly { readonly name: string; readonly pattern: RegExp }[] = [
  // RFC 7468: textual encodings of keys; also OpenSSH's and PGP's own. A block that was cut off has no end.
  {
    name: "private key",
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  },
  // Anthropic, OpenAI, OpenRouter, DeepSeek and others: `sk-…`.
  { name: "key", pattern: /\bsk-[A-Za-z0-9_-]{16,}/g },
  // Google API keys and OAuth access tokens.
  { name: "key", pattern: /\bAIza[A-Za-z0-9_-]{35}/g },
  { name: "token", pattern: /\bya29\.[A-Za-z0-9_-]{20,}/g },
  // GitHub: personal, OAuth, user-to-server, server-to-server, refresh, fine-grained.
  { name: "token", pattern: /\bgh[pousr]_[A-Za-z0-9]{36,}/g },
  { name: "token", pattern: /\bgithub_pat_[A-Za-z0-9_]{22,}/g },
  // GitLab, npm, PyPI, Hugging Face.
  {
    name: "token",
    pattern: /\b(?:glpat-[A-Za-z0-9_-]{20,}|npm_[A-Za-z0-9]{36}|pypi-[A-Za-z0-9_-]{50,}|hf_[A-Za-z0-9]{30,})/g,
  },
  // AWS access key ids (permanent and temporary).
  { name: "key", pattern: /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g },
  // Groq, xAI, Perplexity, Replicate, Cerebras, Fireworks.
  { name: "key", pattern: /\b(?:gsk_|xai-|pplx-|r8_|csk-|fw_)[A-Za-z0-9]{20,}/g },
  // Slack; Stripe.
  { name: "token", pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g },
  { name: "key", pattern: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/g },
  // RFC 7519: a signed JSON web token; its first part is the base64url of `{"`.
  { name: "token", pattern: /\beyJ[A-Za-z0-9_-]{8,1024}\.eyJ[A-Za-z0-9_-]{8,8192}\.[A-Za-z0-9_-]{8,}/g },
];

// RFC 7235 credentials and the key headers of the providers; the header's name stays, its value goes.
const header =
  /\b((?:proxy-)?authorization|x-api-key|api-key|x-goog-api-key|cookie|set-cookie)(["']?\s*[:=]\s*["']?)((?:bearer|basic|token)\s+)?[^\s"',;][^\r\n"']*/gi;
const bearer = /\b(bearer\s+)[A-Za-z0-9._~+/-]{12,}=*/gi;
// RFC 3986 user information, and keys passed as a query.
const credentials = /\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/?#@"'<>]{1,512}@/gi;
const query = /([?&](?:api[_-]?key|access[_-]?token|key|token|secret|signature|sig)=)[^&\s"'#]+/gi;

/** `text` with everything that looks like a secret, and every value in `known`, replaced. Values shorter than 6 characters would hit prose and are left. */
export function redactSecrets(text: string, known: readonly string[] = []): string {
  const values = known.filter((value) => value.length >= 6).sort((a, b) => b.length - a.length);
  const withoutKnown = values.length === 0 ? text : text.replace(spelledAnyWay(values), "[redacted]");
  const withoutShapes = shapes.reduce(
    (rest, { name, pattern }) => rest.replace(pattern, `[redacted ${name}]`),
    withoutKnown,
  );
  return withoutShapes
    .replace(header, (_, name, separator, scheme = "") => `${name}${separator}${scheme}[redacted]`)
    .replace(bearer, "$1[redacted]")
    .replace(credentials, "$1[redacted]@")
    .replace(query, "$1[redacted]");
}

/** The values as JSON, a URL or a header spells them: an error that repeats a request has them in one of these. */
function spelledAnyWay(values: readonly string[]): RegExp {
  const escaped = values.map((value) => Array.from(value, spelledCharacter).join(""));
  return new RegExp([...escaped, ...values.flatMap(withinBase64)].join("|"), "g");
}

/** One character as it is, in JSON (or JSON in JSON), or percent-encoded; every encoder has its own list of what it leaves. */
function spelledCharacter(character: string): string {
  const plain = literal(character);
  const percent = Array.from(Buffer.from(character, "utf8"), (byte) => `%${anyCaseHex(byte, 2)}`).join("");
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  const numbers = units.map((unit) => String.raw`\\{1,7}u${anyCaseHex(unit, 4)}`).join("");
  const short = /["\\/]/.test(character) ? String.raw`|\\{1,7}${plain}` : "";
  return `(?:${plain}|${percent}|${numbers}${short}${character === " " ? String.raw`|\+` : ""})`;
}

/**
 * Base64 (RFC 4648, both alphabets) of anything that holds the value, as `user:key` in a Basic credential: each of the three ways
 * in which its bytes can fall into groups of three. The digits at its edges hold bits of its neighbours too, and go with it.
 */
function withinBase64(value: string): readonly string[] {
  return [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(value, "utf8")]);
    const digits = bytes.toString("base64").slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
    const inner = digits.replaceAll("+", "[+-]").replaceAll("/", "[/_]");
    return `[A-Za-z0-9+/_-]?${inner}[A-Za-z0-9+/_-]?={0,2}`;
  });
}

function anyCaseHex(value: number, length: number): string {
  const digits = value.toString(16).padStart(length, "0");
  return digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function literal(character: string): string {
  return character.replace(/[\\^$.|?*+()[\]{}/-]/g, "\\$&");
}
