import { loopback } from "./temp-project.ts";

const long = `Use this agent when a change is done: it reads. <example>user: "done"\\nassistant: "I'll ask" <commentary>why</commentary></example> `;

export interface WildAgent {
  /** Below the project. */
  readonly path: string;
  readonly text: string;
  /** `project:…` */
  readonly id: string;
  /** Codes of everything that is said about it, sorted. */
  readonly codes: readonly string[];
  readonly usable?: boolean;
}

const body = "You look at {{ this }} and {% that %}.\n";

function agent(name: string, head: string, codes: readonly string[] = [], more: Partial<WildAgent> = {}): WildAgent {
  const path = `.claude/agents/${name}.md`;
  return {
    path,
    text: `---\nname: ${name}\n${head}---\n${body}`,
    id: `project:${name}`,
    codes: [...codes].sort(),
    ...more,
  };
}

/** Thirty agents in every manner in which people write them. */
export const wildAgents: readonly WildAgent[] = [
  agent("plain", "description: Reads.\ntools: read, grep, find, ls\n"),
  agent("tight", "tools: read,grep,find,ls\n"),
  agent("claude-names", "tools: Read, Grep, Glob, LS\n"),
  agent("with-shell", "tools: Read, Grep, Glob, Bash\n", ["agent.tools-not-granted"]),
  agent("listed", "tools:\n  - Read\n  - WebFetch\n", ["agent.tools-not-granted"]),
  agent("mcp", "tools: Read, mcp__server__tool\n", ["agent.tools-not-granted"]),
  agent("writers", "tools: Write, Edit\n", ["agent.tools-not-granted", "agent.no-tools"]),
  agent("no-tools-key", "description: Four tools.\n"),
  agent("long", `description: ${long.repeat(12)}\n`, ["agent.not-yaml"]),
  agent("paragraphs", `description: Use it: often.\n\n<example>\nContext: "x"\nuser: y\n</example>\n\ntools: Read\n`, [
    "agent.not-yaml",
  ]),
  agent("block", "description: |\n  One line.\n  Another: one.\n"),
  agent("cjk", "description: 审查代码的代理\n"),
  { ...agent("by-file", ""), text: `---\nname: 代码审查\ndescription: x\n---\n${body}`, codes: ["agent.invalid-id"] },
  agent("own-model", "model: loopback/plain\n"),
  agent("nested-model", "model: openai-codex/gpt-5.5\n"),
  agent("suffix", "model: loopback/reasoning:high\n", ["agent.thinking-suffix"]),
  agent("inherits", "model: inherit\n"),
  agent("alias", "model: sonnet\n"),
  agent("no-alias", "model: opus\n", ["agent.unknown-model"], { usable: false }),
  agent("thinks", "thinking: xhigh\n"),
  agent("efforts", "effort: max\n"),
  agent("odd-effort", "effort: enormous\n", ["agent.unknown-thinking"]),
  agent("turns", "maxTurns: 12\n"),
  agent("context", "inheritProjectContext: true\n"),
  agent("unused", "color: red\npermissionMode: plan\nskills: a, b\nisolated: true\n", ["agent.unused-keys"]),
  { ...agent("bom", ""), text: `\uFEFF---\r\nname: bom\r\n---\r\nBody.\r\n` },
  { ...agent("bare", ""), text: "Only a text.\n", codes: ["agent.no-front-matter"] },
  { ...agent("empty", ""), text: "---\nname: empty\n---\n", codes: ["agent.empty-body"] },
  { ...agent("dots", ""), text: `---\nname: dots\n...\n${"Twenty kilobytes.\n```ts\n{{ x }}\n```\n".repeat(550)}` },
  { ...agent("deep", "", ["profile.hides-another"]), path: ".pi/agents/team/review/deep.md" },
];

/** A second file of one name, which is not listed but named. */
const shadowed = { path: ".claude/agents/other/deep.md", text: `---\nname: deep\n---\nNot this one.\n` };

const settings = JSON.stringify({ modelAliases: { sonnet: `${loopback.provider}/${loopback.plain}` } });

/** All of them in a project that says what "sonnet" means: path -> text. */
export const wildAgentFiles: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...wildAgents, shadowed].map(({ path, text }) => [path, text])),
  ".pi/forge/subagents.json": settings,
};
