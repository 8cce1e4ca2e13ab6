import { createHash } from "node:crypto";
import type { SealedPlan } from "../contract/runtime/sealed-plan.ts";
import type { Job, JobFrame } from "./frames.ts";
import type { ModelFacts } from "./model-facts.ts";

/** The sealed plan as the child gets it: what is sent, where to, with which tools; and its digest. */
export function jobFrame(plan: SealedPlan, facts: ModelFacts, key: string | undefined): JobFrame {
  const job: Job = {
    systemPrompt: plan.conversation.systemPrompt,
    messages: plan.conversation.messages.map((message) => ({
      role: message.role,
      texts: message.content.flatMap((part) => (part.type === "text" ? [part.text] : [])),
    })),
    provider: plan.intent.model.provider,
    modelId: plan.intent.model.id,
    api: facts.destination.api,
    baseUrl: facts.destination.baseUrl,
    headerNames: facts.destination.headerNames,
    thinkingLevel: plan.intent.thinkingLevel,
    tools: plan.effectiveTools.map((tool) => tool.name),
    key: key ?? null,
  };
  return { type: "job", digest: jobDigest(job), job };
}

/** Hex SHA-256 of the job's JSON; the bridge computes it again from what arrived. */
export function jobDigest(job: Job): string {
  return createHash("sha256").update(JSON.stringify(job), "utf8").digest("hex");
}
