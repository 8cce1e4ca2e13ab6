import { markdownAgent } from "../../src/host/markdown-agent.ts";
import { sessionModel } from "../support/forge-files.ts";

const aliases = new Map([["sonnet", "anthropic/claude-sonnet-4-5"]]);
export const session = { model: sessionModel, thinking: "low" as const, aliases };

/** What becomes of a Markdown agent with this text. */
export function agent(text: string, baseName = "file-name", lent: Parameters<typeof markdownAgent>[2] = session) {
  const resource = { file: `/x/${baseName}.md`, from: `${baseName}.md`, baseName, text, diagnostics: [] };
  const entry = markdownAgent(resource, "project", lent);
  const [block] = entry.stack?.items ?? [];
  return {
    ...entry,
    codes: entry.diagnostics.map((each) => `${each.level} ${each.code}`),
    tools: entry.stack?.tools,
    body: entry.stack?.parameters?.body,
    content: block?.kind === "block" ? block.content : undefined,
  };
}

/** One agent whose front matter has these lines. */
export const withLines = (...lines: string[]) => agent(["---", "name: a", ...lines, "---", "Do it."].join("\n"));
