import { dirname } from "node:path";
import { type Diagnostic, error } from "../contract/diagnostic.ts";
import { type ModelReference, type ThinkingLevel, thinkingLevels } from "../contract/model.ts";
import { failure, type Outcome, success } from "../contract/outcome.ts";
import { hostOf } from "../contract/runtime/execution-facts.ts";
import { bridgePath } from "./bridge-location.ts";
import type { ReadyFrame } from "./frames.ts";
import type { ModelFacts } from "./model-facts.ts";
import { allKeyVariables, keyAdvice, keyVariables } from "./model-facts-keys.ts";
import { secretInBaseUrl } from "./model-facts-url.ts";
import { type PiChildExit, startPiChild } from "./pi-child.ts";
import { piEnvironment } from "./pi-environment.ts";
import type { PiInstallation } from "./pi-installation.ts";
import { cleanText } from "./provider-error.ts";
import { modelVariables, namedKeyVariables, providerOrigin } from "./user-files.ts";

const graceMs = 2_000;
const bootMs = 30_000;

export interface ProbeRequest {
  readonly installation: PiInstallation;
  readonly agentDir: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Absent: Pi's own default model. */
  readonly model?: ModelReference;
  readonly thinkingLevel?: ThinkingLevel;
  readonly newId: () => string;
  readonly signal: AbortSignal;
}

export interface PiProbe {
  readonly facts: ModelFacts;
  /** The level Pi would use; it differs from the asked one where the model clamps. */
  readonly thinkingLevel: ThinkingLevel;
  readonly piVersion: string;
  readonly nodeVersion: string;
}

/** Boots an empty child, takes what it resolved as facts, and ends it. It contacts no provider. */
export async function probePi(request: ProbeRequest): Promise<Outcome<PiProbe>> {
  const { installation, model, thinkingLevel, newId } = request;
  const child = startPiChild({
    installation,
    mode: "text",
    ...(model && { model }),
    ...(thinkingLevel && { thinkingLevel }),
    environment: piEnvironment({ ...request, keyVariables: possibleKeys(request) }),
    // It offers no tools, so nothing is read there; any directory that may be a workspace will do.
    setup: { root: dirname(bridgePath), tools: [], denied: [], allowed: [], limits: {}, registration: null },
    newId,
  });
  const stop = () => void child.end(graceMs);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    stop();
  }, bootMs);
  request.signal.addEventListener("abort", stop, { once: true });
  if (request.signal.aborted) stop();
  const ready = await child.ready;
  clearTimeout(timer);
  request.signal.removeEventListener("abort", stop);
  const exit = await child.end(graceMs);
  if (request.signal.aborted) return failure(error("pi.probe-cancelled", "Asking Pi for its model was cancelled."));
  if (ready !== undefined) return probed(request, ready);
  return isLate ? notInTime(request) : noReady(request, exit);
}

/** Variables that may hold the provider's key; those of every provider when the model is left to Pi. */
function possibleKeys({ environment, agentDir, model }: ProbeRequest): readonly string[] {
  const known = model === undefined ? allKeyVariables(environment) : keyVariables(model.provider, environment);
  return [...new Set([...known, ...namedKeyVariables(agentDir, environment, model?.provider)])];
}

function notInTime({ installation }: ProbeRequest): Outcome<PiProbe> {
  const message = `Pi ${installation.version} was not ready within ${bootMs / 1000} s; try again when the machine has less to do.`;
  return failure(error("pi.probe-late", message));
}

function noReady({ model, installation }: ProbeRequest, exit: PiChildExit): Outcome<PiProbe> {
  const said = cleanText(exit.spawnError ?? exit.stderr.trim());
  if (model !== undefined && exit.code === 1) return failure(unknownModel(`${model.provider}/${model.id}`, said));
  const where = [installation.execPath, installation.scriptPath].filter(Boolean).join(" ");
  return failure(error("pi.probe-failed", `Pi (${where}) did not start: ${said || `exit code ${exit.code}`}.`));
}

function unknownModel(name: string, said = ""): Diagnostic {
  const message = `Pi does not know "${name}"; choose one that "pi --list-models" shows. ${said}`;
  return error("model.unknown", message.trim(), "model");
}

/** What Pi has in place of a model when none is configured, since its agent cannot do without. */
const placeholder = { provider: "unknown", modelId: "unknown" };

function hasNoModel({ provider, modelId }: ReadyFrame): boolean {
  return modelId === "" || (provider === placeholder.provider && modelId === placeholder.modelId);
}

const noModel = error(
  "model.none",
  "Pi has no model to use, because no provider that it knows has a key: set a provider's variable or type /login in Pi, then name a model with --model PROVIDER/ID or choose one with /model in Pi.",
  "model",
);

function probed(request: ProbeRequest, ready: ReadyFrame): Outcome<PiProbe> {
  const { model } = request;
  if (model === undefined && hasNoModel(ready)) return failure(noModel);
  const found = `${ready.provider}/${ready.modelId}`;
  const wanted = model === undefined ? found : `${model.provider}/${model.id}`;
  if (!ready.modelKnown) return failure(unknownModel(wanted));
  if (wanted !== found) {
    const message = `Pi would use "${found}" in place of "${wanted}".`;
    return failure(error("model.unknown", message, "model"));
  }
  const exposed = [...secretInBaseUrl(ready.provider, ready.baseUrl)];
  if (exposed.length > 0) return failure(...exposed);
  if (!ready.keyPresent) {
    const message = `There is no key for the provider "${ready.provider}"; ${keyAdvice(ready.provider)}, then try again.`;
    return failure(error("model.no-key", message, "model"));
  }
  return success({
    facts: factsOf(request, ready),
    thinkingLevel: thinkingLevels.find((level) => level === ready.thinkingLevel) ?? "off",
    piVersion: ready.piVersion,
    nodeVersion: ready.nodeVersion,
  });
}

function factsOf({ environment, agentDir }: ProbeRequest, ready: ReadyFrame): ModelFacts {
  const model = { provider: ready.provider, id: ready.modelId };
  const [source, label] = ready.keySource.split(":");
  return {
    model,
    destination: {
      provider: ready.provider,
      modelId: ready.modelId,
      api: ready.api,
      baseUrl: ready.baseUrl,
      host: hostOf(ready.baseUrl) ?? "",
      headerNames: [...ready.headerNames],
      proxy: ready.proxy,
      tls: ready.tls,
      origin: providerOrigin(ready.provider, source, agentDir),
    },
    price: ready.price === null ? null : { currency: "USD", ...ready.price },
    contextWindow: ready.contextWindow,
    maxOutputTokens: ready.maxOutputTokens,
    requestSettings: ready.requestSettings,
    nodeVersion: ready.nodeVersion,
    thinkingLevels: thinkingLevels.filter((level) => ready.thinkingLevels.includes(level)),
    keyVariables: modelVariables(model, { environment, agentDir, source, label }),
    authenticated: true,
  };
}
