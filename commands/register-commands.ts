import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";
import type { OpenSession } from "../src/app-session.ts";
import { registerCommand } from "./register-command.ts";

/** Tells Pi which commands there are; what completes and answers them is loaded when one is typed. */
export function registerCommands(pi: ExtensionAPI, session: OpenSession): void {
  registerCommand(pi, session, {
    name: "forge-agent",
    description: "Hand one task to one agent profile: run, plan, status",
    load: async () => (await import("./forge-agent.ts")).forgeAgent,
  });
  registerCommand(pi, session, {
    name: "subagent",
    description: "Look at agent profiles and their prompts: list, plan",
    load: async () => (await import("./subagent.ts")).subagent,
  });
}
