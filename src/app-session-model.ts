import type { ModelFactsPort } from "./backends/model-facts.ts";
import type { PiInstallation } from "./backends/pi-installation.ts";
import { type PiProbe, probePi } from "./backends/probe-pi.ts";
import type { ModelReference, ThinkingLevel } from "./contract/model.ts";
import { type Outcome, success } from "./contract/outcome.ts";

/** Asks a child what Pi makes of a model; of its own default one where none is given. */
export type ProbeModel = (
  model: ModelReference | undefined,
  thinking: ThinkingLevel | undefined,
  signal: AbortSignal,
) => Promise<Outcome<PiProbe>>;

export function probingBy(installation: PiInstallation, environment: NodeJS.ProcessEnv, agentDir: string): ProbeModel {
  return (model, thinkingLevel, signal) =>
    probePi({
      installation,
      agentDir,
      environment,
      ...(model === undefined ? {} : { model }),
      ...(thinkingLevel === undefined ? {} : { thinkingLevel }),
      newId: () => globalThis.crypto.randomUUID(),
      signal,
    });
}

export function probedFacts(probe: ProbeModel): ModelFactsPort {
  return {
    async resolve(model, thinkingLevel, signal) {
      const probed = await probe(model, thinkingLevel, signal);
      return probed.ok ? success(probed.value.facts, probed.diagnostics) : probed;
    },
  };
}

export interface SessionModel {
  readonly model: ModelReference;
  readonly thinking: ThinkingLevel;
}

/** The model of a session that has no Pi around it: the given one, or Pi's own default, which is asked for once. */
export function createSessionModel(given: ModelReference | undefined) {
  let known: Partial<SessionModel> = given === undefined ? {} : { model: given };
  return {
    known: () => known,
    async ask(probe: ProbeModel, signal: AbortSignal): Promise<Outcome<SessionModel>> {
      const { model, thinking } = known;
      if (model !== undefined && thinking !== undefined) return success({ model, thinking });
      const probed = await probe(model, thinking, signal);
      if (!probed.ok) return probed;
      const found = { model: probed.value.facts.model, thinking: thinking ?? probed.value.thinkingLevel };
      known = found;
      return success(found);
    },
  };
}
