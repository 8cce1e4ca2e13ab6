// What each kind of vector asks of the public entry: a judge maps one case to `{ actual, expected }`.
import { join } from "node:path";
import { inTemporaryDirectory, write } from "./vector-files.mjs";
import { delegationConfig, hasBareAndCanonical } from "./vector-kinds-config.mjs";
import {
  contextBudget,
  contractPreflight,
  contractRequest,
  contractResponse,
  contractSnapshot,
  defined,
  initialMessages,
  sanitise,
  toolNegotiation,
} from "./vector-kinds-contract.mjs";

/** File name -> a reader of its cases. `needs` are the exports without which the kind is not there yet. */
export const kinds = {
  fingerprints: { needs: ["canonicalSubagentJson", "subagentFingerprint"], judge: fingerprints },
  "tool-policy": { needs: ["filterToolsByPolicy"], judge: toolPolicy, nameOf: policyName },
  selectors: { needs: ["parseProfileSelector"], judge: selectors, nameOf: ({ input }) => JSON.stringify(input) },
  "profile-load": { needs: ["parseAgentProfile"], judge: profileLoad },
  resolution: { needs: ["loadForgeWorkspace", "findProfile", "resolveSubagentHostProfile"], judge: resolution },
  "delegation-config": {
    needs: ["loadDelegationSettings", "delegationPolicy"],
    judge: delegationConfig,
    isExcepted: hasBareAndCanonical,
  },
  compile: { needs: ["parsePromptStack", "compilePromptStack"], judge: compile },
  "context-budget": { needs: ["budgetSubagentContext", "renderSubagentSelectedContext"], judge: contextBudget },
  "initial-messages": { needs: ["prepareSubagentInitialMessages"], judge: initialMessages },
  "tool-negotiation": {
    needs: ["negotiateSubagentTools"],
    judge: toolNegotiation,
    nameOf: negotiationName,
    isExcepted: hasUnknownEffect,
  },
  "contract-request": { needs: ["validateAgentRequest"], judge: contractRequest },
  "contract-snapshot": { needs: ["validateAgentProfileSnapshot"], judge: contractSnapshot },
  "contract-preflight": { needs: ["validateBackendPreflight"], judge: contractPreflight },
  "contract-response": { needs: ["validateAgentResponse"], judge: contractResponse },
  sanitise: { needs: ["sanitiseText"], judge: sanitise },
};

function policyName({ policy }) {
  return Object.entries(policy ?? { none: [] })
    .map(([key, value]) => `${key}: [${value.join(", ")}]`)
    .join("; ");
}

function negotiationName({ policy, access }) {
  return `${policyName({ policy })} with ${JSON.stringify(access)}`;
}

const knownEffects = ["filesystem-read", "filesystem-write", "process", "network"];

function hasUnknownEffect({ catalog }) {
  return catalog.some(({ effects = [] }) => effects.some((each) => !knownEffects.includes(each)));
}

function fingerprints(entry, { name, input, inputJs, canonical, fingerprint, error }) {
  const recorded = input === "see canonical" ? JSON.parse(canonical) : input;
  const value = inputJs === undefined || / plus /.test(inputJs) ? withHidden(inputJs, recorded) : evaluated(inputJs);
  const subject = name.endsWith("self-excluding") ? without(value, "promptRuntimeFingerprint") : value;
  try {
    const actual = { canonical: entry.canonicalSubagentJson(subject), fingerprint: entry.subagentFingerprint(subject) };
    return { actual, expected: error ? { error } : { canonical, fingerprint } };
  } catch (cause) {
    return { actual: { error: cause instanceof TypeError }, expected: { error } };
  }
}

function withHidden(inputJs, input) {
  if (inputJs === undefined) return input;
  return Object.defineProperty({ ...input }, "hidden", { value: 1, enumerable: false });
}

// `a=[1,{deep:a}]` and `o={self:o}` name themselves, so the name stands for what becomes the value.
function evaluated(source) {
  const [, name, body] = /^(\w+)=([[{].*)$/s.exec(source) ?? [];
  if (name === undefined) return new Function(`return (${source});`)();
  return new Function(name, `return Object.assign(${name}, ${body});`)(body.startsWith("[") ? [] : {});
}

function without(value, key) {
  return Object.fromEntries(Object.entries(value).filter(([each]) => each !== key));
}

function toolPolicy(entry, { policy, names, effective, hasPolicy }) {
  const selection = entry.filterToolsByPolicy(names, policy);
  const actual = { effective: selection.effective, hasPolicy: selection.hasPolicy };
  return { actual, expected: { effective, hasPolicy } };
}

function selectors(entry, { input, result }) {
  const parsed = entry.parseProfileSelector(input);
  return { actual: parsed.ok ? { ok: true, selector: parsed.value } : { ok: false, error: true }, expected: result };
}

function profileLoad(entry, { input, result }) {
  const { profile, diagnostics } = entry.parseAgentProfile(input, { file: "file-name.json", fallbackId: "file-name" });
  const actual = { profile, diagnostics: diagnostics.map(({ level, path }) => defined({ level, field: path })) };
  return { actual, expected: { profile: result.profile, diagnostics: result.diagnostics } };
}

function resolution(entry, { stack, result }) {
  return inTemporaryDirectory((base) => {
    const directories = entry.forgeDirectories({ cwd: join(base, "project"), env: {}, home: join(base, "home") });
    const header = { schemaVersion: 2, type: "pi-forge.prompt-stack", id: "t" };
    write(join(directories.project.stacks, "t.json"), { ...header, ...stack });
    const model = { provider: "a", id: "b" };
    const type = "pi-forge.agent-profile";
    const profile = { schemaVersion: 1, type, id: "p", model, thinkingLevel: "high", promptStack: "t" };
    write(join(directories.project.profiles, "p.json"), profile);
    const registrations = fixtureRegistrations();
    const clock = () => new Date(0);
    const workspace = entry.loadForgeWorkspace({
      cwd: directories.cwd,
      directories,
      trusted: true,
      registrations,
      clock,
    });
    const found = entry.findProfile(workspace, "project:p");
    const { diagnostics, ...resolved } = entry.resolveSubagentHostProfile(workspace, found.value);
    const actual = {
      ...resolved,
      diagnostics: diagnostics.map(({ level, code, path }) => defined({ level, code, path })),
    };
    return { actual, expected: result };
  });
}

/** The macros that the recorded installs had registered. */
export function fixtureRegistrations() {
  const macros = [
    { name: "anon", render: () => "anonymous" },
    { name: "dep", source: "fixture", render: ({ env }) => `[Hello ${env.parameters.who}]` },
    { name: "loopA", dependencies: ["extensions.loopB"], render: () => "a" },
    { name: "loopB", dependencies: ["extensions.loopA"], render: () => "b" },
  ];
  return { macros: new Map(macros.map((each) => [each.name, each])), slots: new Map() };
}

// The wording of the slots that list something is ours, so texts are compared only where no such slot is used.
const wordedSlots = ["tools", "tool-guidelines", "skills", "project-context", "append-system-prompt", "pi-docs"];

function compile(entry, vector) {
  const { stack, diagnostics } = entry.parsePromptStack(vector.stack);
  const registrations = fixtureRegistrations();
  const { base, runtime, history } = vector;
  const compiled = entry.compilePromptStack({ stack, base, runtime, history, registrations });
  const worded = stack.items.some((item) => item.enabled !== false && wordedSlots.includes(item.slot));
  const shown = (result) => ({
    systemPrompt: worded ? result.systemPrompt === "" : result.systemPrompt,
    messages: worded ? result.messages.map(({ role }) => role) : result.messages,
    // That an empty base leaves blank lines is said by ours alone.
    systemDiagnostics: result.systemDiagnostics.filter(({ code }) => code !== "stack.empty-base").map(itemDiagnostic),
    messageDiagnostics: result.messageDiagnostics.map(itemDiagnostic),
  });
  const loadDiagnostics = diagnostics.map(({ level, path }) => itemDiagnostic({ level, itemId: itemOf(path) }));
  const actual = { ...shown(compiled), loadDiagnostics };
  return { actual, expected: { ...shown(vector), loadDiagnostics: vector.loadDiagnostics.map(itemDiagnostic) } };
}

function itemDiagnostic({ level, itemId }) {
  return defined({ level, itemId });
}

function itemOf(path) {
  return /^items\.(.*)$/s.exec(path ?? "")?.[1];
}
