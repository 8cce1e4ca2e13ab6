// The kinds of vectors that are about the contract; see vector-kinds.mjs.

// The sentence at the head of quoted context is ours; its length is not, since every byte count depends on it.
function withoutNotice(value) {
  const text = JSON.stringify(value);
  return JSON.parse(text.replaceAll(/(<delegated_background>\\n)((?:(?!\\n).)*)/g, "$1(notice)"));
}

export function contextBudget(entry, { input, result, rendered, bytes }) {
  const budgeted = entry.budgetSubagentContext(input);
  const text = entry.renderSubagentSelectedContext(budgeted.items);
  const actual = {
    ...budgeted,
    diagnostics: budgeted.diagnostics.map(coded),
    rendered: text,
    bytes: Buffer.byteLength(text),
  };
  return { actual: withoutNotice(actual), expected: withoutNotice({ ...result, rendered, bytes }) };
}

export function initialMessages(entry, { request, stackMessages, result }) {
  const prepared = entry.prepareSubagentInitialMessages(request, stackMessages);
  const actual = defined({ ...prepared, diagnostics: prepared.diagnostics.map(coded) });
  return { actual: withoutNotice(actual), expected: withoutNotice(result) };
}

export function toolNegotiation(entry, { catalog, policy, access, result }) {
  const negotiated = entry.negotiateSubagentTools(catalog, policy, access);
  return { actual: { ...negotiated, diagnostics: negotiated.diagnostics.map(coded) }, expected: result };
}

export function contractRequest(entry, { input, diagnostics }) {
  return { actual: entry.validateAgentRequest(input).map(coded), expected: diagnostics };
}

export function contractSnapshot(entry, { input, diagnostics }) {
  return { actual: entry.validateAgentProfileSnapshot(input).map(coded), expected: diagnostics };
}

export function contractPreflight(entry, { input, request, diagnostics }, file) {
  const found = entry.validateBackendPreflight(input, request ?? file.request, file.snapshot);
  return { actual: found.map(asWritten(diagnostics)), expected: diagnostics };
}

export function contractResponse(entry, { input, diagnostics }, file) {
  const found = entry.validateAgentResponse({ ...file.base, ...input });
  return { actual: found.map(asWritten(diagnostics)), expected: diagnostics };
}

/** Recorded as objects, or as lines such as `error response.status @status`. */
function asWritten(expected) {
  if (expected.every((each) => typeof each !== "string")) return coded;
  return ({ level, code, path }) => `${level} ${code}${path === undefined ? "" : ` @${path}`}`;
}

export function sanitise(entry, { repeat, times, tail, bytes, result }) {
  const input = repeat.repeat(times) + tail;
  const output = entry.sanitiseText(input);
  const kept = output.slice(0, Math.max(0, output.lastIndexOf("\n")));
  const outcome = output === input ? "kept" : kept !== "" && input.startsWith(kept) ? "cut" : "omitted";
  const isBounded = outcome === "kept" || (Buffer.byteLength(output) <= 65_536 && output.includes(String(bytes)));
  return { actual: { outcome, isBounded }, expected: { outcome: result, isBounded: true } };
}

function coded({ level, code, path }) {
  return defined({ level, code, path });
}

export function defined(fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
