// One delegated run under one variation, as a terminal does it: facts from a probe, a sealed plan, a real child.
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { deniedPatterns } from "../../dist/src/backends/path-guard-patterns.js";
import { createPiRpcBackend, createPiSubprocessBackend, probePi } from "../../dist/src/backends.js";
import { createExecutionRuntime, success } from "../../dist/src/runtime.js";
import { childLeaks, fileLeaks } from "./variation-leaks.mjs";
import { openVariationWorld, scenes, theKey } from "./variation-world.mjs";

const [ofTheSystemPrompt, ofTheTask] = ["CANARY-OF-THE-SYSTEM-PROMPT", "CANARY-OF-THE-TASK"];
/** What no variable, argument or file may hold, but for the file in which the user keeps the key. Constant, so that bodies can be compared. */
export const canaries = [ofTheSystemPrompt, ofTheTask, theKey];

const makers = { "pi-subprocess-readonly": createPiSubprocessBackend, "pi-rpc-readonly": createPiRpcBackend };

const conversation = {
  systemPrompt: `You are exact. ${ofTheSystemPrompt}`,
  messages: [{ role: "user", content: [{ type: "text", text: `Find the fact. ${ofTheTask}` }] }],
};

/** Says nothing about a variation: the machine was too busy for Pi to start in time. */
const tooBusy = /pi\.probe-late/;

/** What was observed: bodies, headers and places of the requests, the sealed facts, how it ended, and what leaked. */
export async function observe(place, variation) {
  const observed = await observedOnce(place, variation);
  return tooBusy.test(observed.refused ?? "") ? observe(place, variation) : observed;
}

async function observedOnce(place, variation) {
  const scene = scenes[variation.scene ?? "plain"];
  const world = await openVariationWorld(scene);
  const runtime = createExecutionRuntime();
  try {
    variation.apply(world);
    writeFileSync(join(world.agentDir, "models.json"), JSON.stringify(world.models));
    const backend = backendOf(world, place);
    runtime.registerBackend(backend);
    const prepared = await runtime.prepare({
      backendId: backend.descriptor.id,
      intent: intentOf(scene),
      compile: async () => success(conversation),
    });
    if (!prepared.ok) return { ...seen(world), refused: prepared.diagnostics.map(({ code }) => code).join(", ") };
    const { plan } = prepared.value;
    const leaksNow = () => childLeaks(world.agentDir, plan.preflight.facts.environment, canaries);
    if (variation.isWarm) prepared.value.warm();
    const leaksBefore = variation.isWarm ? leaksNow() : [];
    const handle = runtime.execute(prepared.value, receiptFor(prepared.value));
    if (!handle.ok) throw new Error(JSON.stringify(handle.diagnostics));
    const arrived = world.server.waitForRequest(2, 120_000).catch(() => undefined);
    const isAtWork = (await Promise.race([arrived, handle.value.result.then(() => undefined)])) !== undefined;
    const leaksAtWork = isAtWork ? leaksNow() : [];
    world.looked.open();
    const result = await handle.value.result;
    return {
      ...seen(world),
      facts: comparable(world, plan.preflight.facts),
      leaks: [...leaksBefore, ...leaksAtWork, ...leakedFiles(world), ...digestsThatDiffer(world, result)],
      ...(result.status !== "completed" && {
        refused: `${result.error?.code ?? result.status}: ${result.error?.message}`,
      }),
    };
  } finally {
    await runtime.dispose();
    await world.close();
  }
}

/** The facts without what is another one in every run: ports and temporary directories. */
function comparable({ server, decoy, base }, facts) {
  const text = JSON.stringify(facts);
  return JSON.parse(
    text
      .replaceAll(server.origin, "server")
      .replaceAll(`127.0.0.1:${server.port}`, "server")
      .replaceAll(decoy.origin, "decoy")
      .replaceAll(base, "base"),
  );
}

function leakedFiles({ base, agentDir }) {
  return fileLeaks(base, canaries, [join(agentDir, "models.json")]);
}

function seen({ server, decoy }) {
  const requests = server.requests.map(({ method, path, headers, text }) => ({
    destination: `${method} ${path}`,
    headers: Object.keys(headers).sort(),
    body: text,
  }));
  return { requests, strayRequests: decoy.connections(), leaks: [] };
}

/** The digests that the child reported are those of the bodies that came. */
function digestsThatDiffer({ server, decoy }, result) {
  const reported = result.report?.requests?.map(({ payloadDigest }) => payloadDigest) ?? [];
  const received = server.requests.map(({ sha256 }) => sha256);
  const isSame = decoy.connections() > 0 || JSON.stringify(reported) === JSON.stringify(received);
  return isSame
    ? []
    : [`the report has ${reported.length} digests that are not those of the ${received.length} bodies`];
}

function backendOf(world, { host, backend }) {
  const { environment, root, home, agentDir } = world;
  const installation = { execPath: host.execPath, scriptPath: host.scriptPath, version: host.version, foundBy: "test" };
  const resolve = async (model, thinkingLevel, signal) => {
    const probed = await probePi({
      installation,
      agentDir,
      environment,
      model,
      thinkingLevel,
      signal,
      newId: randomUUID,
    });
    return probed.ok ? success(probed.value.facts) : probed;
  };
  return makers[backend]({
    installation,
    models: { resolve },
    root,
    agentDir,
    environment,
    warmStart: true,
    idleTimeoutMs: 120_000,
    guard: { denied: deniedPatterns({ home, agentDir }), allowed: [] },
    clock: Date.now,
    newId: randomUUID,
  });
}

function intentOf({ modelId, thinkingLevel }) {
  return {
    schemaVersion: 1,
    model: { provider: "loopback", id: modelId },
    thinkingLevel,
    requestedTools: ["read", "ls"],
    access: {
      level: "read-only",
      executionBoundary: "shared-user",
      workspaces: [{ handle: "project", mode: "read-only" }],
      workingDirectory: { workspaceHandle: "project", path: "." },
      network: "allow",
    },
    limits: {},
    media: [],
    remoteEgressConsent: true,
    provenance: {},
  };
}

function receiptFor({ executionFingerprint, conversationFingerprint }) {
  const now = Date.now();
  return {
    executionFingerprint,
    conversationFingerprint,
    source: "command-line",
    viewedFullPrompt: false,
    approvedAt: new Date(now).toISOString(),
    expiresAt: new Date(now + 600_000).toISOString(),
  };
}
