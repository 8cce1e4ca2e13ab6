import type { Conversation } from "../conversation.ts";
import { fingerprint } from "../fingerprint.ts";
import { sameJson } from "../same-json.ts";
import type { JudgedSetup } from "./judged-setup.ts";
import type { SealedPlan } from "./sealed-plan.ts";

/**
 * Everything a person judges about a run, apart from its task.
 *
 * In: the backend's descriptor; model and thinking level; access and limits as asked and as accepted; consent to contact a
 * provider; the effective tools; the sealed facts (destination, price, environment, root, denied and allowed paths, versions);
 * where the conversation comes from (profile and stack with their fingerprints); the codes of the backend's warnings; the system
 * prompt and every message but the last.
 *
 * Out: the task and its attachments (the last message, the `attached` first ones and `intent.media`); ids (prepared run, preflight); times and the inputs that
 * the prompt was compiled from, because what they led to is in; both issued fingerprints. A mount's id stays in: it names a place.
 */
export function judgedSetup(plan: SealedPlan, attached = 0): JudgedSetup {
  const { intent, preflight, conversation } = plan;
  return {
    backend: preflight.backend,
    model: preflight.model,
    thinkingLevel: preflight.thinkingLevel,
    access: { asked: intent.access, accepted: preflight.access },
    limits: { asked: intent.limits, accepted: preflight.limits },
    remoteEgressConsent: intent.remoteEgressConsent,
    tools: plan.effectiveTools,
    facts: preflight.facts ?? null,
    provenance: intent.provenance,
    warnings: preflight.diagnostics.map((each) => each.code),
    prompt: withoutTask(conversation, attached),
  };
}

/**
 * Names the setup, so that a grant can be given for it. `canary` is the same prompt compiled for another task under a fixed clock:
 * when anything but the last message differs, task or time reach the rest of the prompt, and there is no fingerprint.
 * Without a canary that is unknown: the result may tell what changed, but no grant may rest on it.
 * `attached` is how many messages at the beginning of the plan are attachments of the task; a canary has none.
 */
export function setupFingerprint(plan: SealedPlan, canary?: Conversation, attached = 0): string | undefined {
  const setup = judgedSetup(plan, attached);
  if (canary && !sameJson(withoutTask(canary), setup.prompt)) return undefined;
  return fingerprint({ setup: 1, ...setup });
}

function withoutTask({ systemPrompt, messages }: Conversation, attached = 0) {
  return { systemPrompt, messages: messages.slice(attached, -1).map(({ role, content }) => ({ role, content })) };
}
