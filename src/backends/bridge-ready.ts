import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";
import { tlsState } from "./environment.ts";
import type { ReadyFrame } from "./frames.ts";
import { headerNames } from "./header-names.ts";
import { proxyFor } from "./model-facts-proxy.ts";
import { piModules } from "./pi-modules.ts";
import { requestSettings } from "./request-settings.ts";

const levels = ["off", "minimal", "low", "medium", "high", "xhigh", "max"] as const;

/** What the booted child resolved. Asks no provider and runs no key command: only whether a key is configured. */
export async function readyFrame(pi: ExtensionAPI, ctx: ExtensionContext): Promise<ReadyFrame> {
  const { VERSION } = await piModules();
  const model = ctx.model;
  const auth = model === undefined ? undefined : ctx.modelRegistry.getProviderAuthStatus(model.provider);
  return {
    type: "ready",
    provider: model?.provider ?? "",
    modelId: model?.id ?? "",
    api: model?.api ?? "",
    baseUrl: model?.baseUrl ?? "",
    thinkingLevel: pi.getThinkingLevel(),
    tools: pi.getActiveTools(),
    modelKnown: model !== undefined && ctx.modelRegistry.find(model.provider, model.id) !== undefined,
    keyPresent: model !== undefined && ctx.modelRegistry.hasConfiguredAuth(model),
    piVersion: VERSION,
    nodeVersion: process.versions.node,
    price: model === undefined ? null : priceOf(model.cost),
    contextWindow: model?.contextWindow ?? null,
    maxOutputTokens: model?.maxTokens ?? null,
    thinkingLevels: model === undefined ? [] : unclampedLevels(model.reasoning, model.thinkingLevelMap ?? {}),
    headerNames: model === undefined ? [] : headerNames(ctx.modelRegistry, model),
    proxy: proxyFor(model?.baseUrl ?? "", process.env),
    tls: tlsState(process.env),
    requestSettings: requestSettings(model ?? {}, process.env.PI_CODING_AGENT_DIR ?? ""),
    keySource: auth?.source === "environment" ? `environment:${auth.label ?? ""}` : (auth?.source ?? ""),
  };
}

/** As Pi decides it: a level mapped to null is taken away, and the highest two exist only where they are mapped. */
function unclampedLevels(reasoning: boolean, map: Readonly<Record<string, unknown>>): readonly string[] {
  if (!reasoning) return ["off"];
  return levels.filter((level) => {
    const isExtra = level === "xhigh" || level === "max";
    return map[level] !== null && (!isExtra || map[level] !== undefined);
  });
}

function priceOf(cost: { input: number; output: number; cacheRead: number; cacheWrite: number }) {
  return { input: cost.input, output: cost.output, cacheRead: cost.cacheRead, cacheWrite: cost.cacheWrite };
}
