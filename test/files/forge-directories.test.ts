import { describe, expect, test } from "vitest";
import { forgeDirectories } from "../../src/files/forge-directories.ts";

const at = (env: Record<string, string> = {}) => forgeDirectories({ cwd: "/p", env, home: "/h" });

describe("forgeDirectories", () => {
  test("names every place in the project and at home", () => {
    expect(at()).toEqual({
      cwd: "/p",
      project: {
        forge: "/p/.pi/forge",
        profiles: "/p/.pi/forge/agent-profiles",
        stacks: "/p/.pi/forge/prompt-stacks",
        legacyStacks: "/p/.pi/prompt-stacks",
        extensions: "/p/.pi/forge/extensions",
        config: "/p/.pi/forge/config.json",
        delegation: "/p/.pi/forge/subagents.json",
        agents: ["/p/.pi/agents", "/p/.claude/agents"],
      },
      global: {
        forge: "/h/.pi/forge",
        profiles: "/h/.pi/forge/agent-profiles",
        stacks: "/h/.pi/forge/prompt-stacks",
        extensions: "/h/.pi/forge/extensions",
        config: "/h/.pi/forge/config.json",
        delegation: ["/h/.pi/forge/subagents.json"],
        agents: ["/h/.pi/agent/agents", "/h/.claude/agents"],
      },
      agentDirectory: "/h/.pi/agent",
      approvedSetups: "/h/.pi/agent/forge-agent/approved",
      trustFile: "/h/.pi/agent/forge-agent/trust.json",
      contentGrantsFile: "/h/.pi/agent/forge-agent/content-grants.json",
      history: "/h/.pi/agent/forge-agent/history",
    });
  });

  test("looks for the global delegation file in both places that a moved forge directory can mean", () => {
    const { global } = at({ PI_FORGE_GLOBAL_DIR: "/x" });
    expect(global.profiles).toBe("/x/agent-profiles");
    expect(global.delegation).toEqual(["/x/subagents.json", "/x/.pi/forge/subagents.json"]);
    expect(at({ PI_FORGE_GLOBAL_DIR: "/x", PI_FORGE_GLOBAL_FORGE_DIR: "/y" }).global.delegation).toEqual([
      "/x/subagents.json",
      "/y/.pi/forge/subagents.json",
    ]);
  });

  test("takes the main configuration and Pi's directory from the environment, as Pi reads it", () => {
    const directories = at({ PI_FORGE_GLOBAL_CONFIG_PATH: "/c/main.json", PI_CODING_AGENT_DIR: "~/pi" });
    expect(directories.global.config).toBe("/c/main.json");
    expect(directories.agentDirectory).toBe("/h/pi");
    expect(directories.global.agents[0]).toBe("/h/pi/agents");
  });

  test("an empty variable is none", () => {
    expect(at({ PI_FORGE_GLOBAL_DIR: "", PI_CODING_AGENT_DIR: "" })).toEqual(at());
  });
});
