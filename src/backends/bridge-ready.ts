import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";
import type { ReadyFrame } from "./frames.ts";

const levels = ["off", "minimal", "low", "medium", "high", "xhigh", "max"] as const;

/** What the booted child resolved. Asks no provider and runs no key command: only whether a key is configured. */
export async function readyFrame(pi: ExtensionAPI, ctx: ExtensionContext): Promise<ReadyFrame> {
  const { VERSION } = await import("@mariozechner/pi-coding-agent");
  const { getSupportedThinkingLevels } = await import("@mariozechner/pi-ai");
  const model = ctx.model;
  const auth = model === undefined ? undefined : ctx.modelRegistry.getProviderAuthStatus(model.provider);
  const supported: readonly string[] = model === undefined ? [] : getSupportedThinkingLevels(model);
  return {
    type: "ready",
    provider: model?.provider ?? "",
    modelId: model?.id ?? "",
    api: model?.api ?? "",
    baseUrl: model?.baseUrl ?? "",
    thinkingLevel: pi.getThinkingLevel(),
    tools: pi.getActiveTools(),
    keyPresent: model !== undefined && ctx.modelRegistry.hasConfiguredAuth(model),
    piVersion: VERSION,
    nodeVersion: process.versions.node,
    price: model === undefined ? null : priceOf(model.cost),
    contextWindow: model?.contextWindow ?? null,
    maxOutputTokens: model?.maxTokens ?? null,
    thinkingLevels: levels.filter((level) => supported.includes(level)),
    headerNames: Object.keys(model?.headers ?? {}).sort(),
    keySource: auth?.source ?? "",
  };
}

function priceOf(cost: { input: number; output: number; cacheRead: number; cacheWrite: number }) {
  return { input: cost.input, output: cost.output, cacheRead: cost.cacheRead, cacheWrite: cost.cacheWrite };
}
