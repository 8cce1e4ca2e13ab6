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
  const spelled = known.filter((value) => value.length >= 6).flatMap(spellings);
  const values = [...new Set(spelled)].sort((a, b) => b.length - a.length);
  const withoutKnown = values.reduce((rest, value) => rest.replaceAll(value, "[redacted]"), text);
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

/** As JSON, a URL or a header quotes the value: an error that repeats a request has it in one of these. */
function spellings(value: string): readonly string[] {
  const quoted = JSON.stringify(value).slice(1, -1);
  const bytes = Buffer.from(value, "utf8");
  return [
    ...[value, quoted, JSON.stringify(quoted).slice(1, -1), encodeURIComponent(value.toWellFormed())],
    ...[bytes.toString("base64"), bytes.toString("base64url")],
  ];
}
