import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";
import type { ModelProfilesDetails } from "../src/app-model-profiles.ts";
import type { OpenSession } from "../src/app-session.ts";
import { diagnosticLine } from "../src/contract/diagnostic-line.ts";
import { runTool } from "./forge-subagent.ts";

const profilesDefinition = {
  name: "forge_subagent_profiles",
  description: "List the agent profiles that forge_subagent may use here, and why others are unavailable.",
  parameters: { type: "object", properties: {} },
} as const;

export function registerForgeSubagentProfiles(pi: ExtensionAPI, session: OpenSession): void {
  pi.registerTool<typeof profilesDefinition.parameters, ModelProfilesDetails | { status: "disabled" }>({
    ...profilesDefinition,
    label: "Forge Subagent Profiles",
    promptSnippet: "List the agent profiles that tasks can be delegated to",
    executionMode: "parallel",
    async execute(_id, _call, _signal, _onUpdate, ctx) {
      const opened = await session.open(ctx);
      if (!opened.ok) {
        const text = `Delegation is not available: ${opened.diagnostics.map(diagnosticLine).join("\n")}`;
        return { content: [{ type: "text", text }], details: { status: "disabled" } };
      }
      const { profilesForModel } = await import("../src/app-model-profiles.ts");
      const { text, details } = await profilesForModel(opened.value.app, {
        invocationToolAvailable: pi.getActiveTools().includes(runTool),
        canAsk: ctx.hasUI,
      });
      return { content: [{ type: "text", text }], details };
    },
  });
}
