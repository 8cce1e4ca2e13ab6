import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";
import type { OpenSession } from "../src/app-session.ts";

/** Tells Pi which commands there are; what completes and answers them is loaded when one is typed. */
export function registerCommands(pi: ExtensionAPI, session: OpenSession): void {
  pi.registerCommand("forge-agent", {
    description: "Hand one task to one agent profile: run, plan, status",
    async getArgumentCompletions(prefix) {
      const { completeForgeAgent } = await import("./forge-agent.ts");
      return completeForgeAgent(prefix, session);
    },
    async handler(args, ctx) {
      const { answerForgeAgent } = await import("./forge-agent.ts");
      await answerForgeAgent(args, ctx, pi, session);
    },
  });
  pi.registerCommand("subagent", {
    description: "Look at agent profiles and their prompts: list, plan",
    async getArgumentCompletions(prefix) {
      const { completeSubagent } = await import("./subagent.ts");
      return completeSubagent(prefix, session);
    },
    async handler(args, ctx) {
      const { answerSubagent } = await import("./subagent.ts");
      await answerSubagent(args, ctx, session);
    },
  });
}
