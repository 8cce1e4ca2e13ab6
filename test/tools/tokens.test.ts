import type { ExtensionAPI, ToolDefinition } from "@mariozechner/pi-coding-agent";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { registerForgeSubagent } from "../../tools/forge-subagent.ts";
import { registerForgeSubagentProfiles } from "../../tools/forge-subagent-profiles.ts";
import { aSession } from "./a-session.ts";

test("the definitions of our tools cost no more than was promised", () => {
  const tools: ToolDefinition[] = [];
  const pi = { registerTool: (tool: ToolDefinition) => void tools.push(tool), on: () => {} } as unknown as ExtensionAPI;
  const session = aSession(() => new Promise(() => {}));
  registerForgeSubagent(pi, session);
  registerForgeSubagentProfiles(pi, session);
  const texts = tools.map(({ name, description, parameters }) => JSON.stringify({ name, description, parameters }));
  expect(texts).toHaveLength(2);
  expect(texts.reduce((sum, text) => sum + countTokens(text), 0)).toBeLessThanOrEqual(350);
});
