import type { SlotInput } from "./slot-builtin.ts";
import { escapeXml } from "./template-filter.ts";

/** One element or bullet per selected tool. */
export function toolsSlot({ runtime, selectedTools, options }: SlotInput): string {
  const snippets = new Map(Object.entries(runtime.options.toolSnippets ?? {}));
  const tools = selectedTools
    .map((name) => ({ name, snippet: snippets.get(name)?.trim() ?? "" }))
    .filter((tool) => options.onlyWithSnippets !== true || tool.snippet !== "");
  if (options.format === "plain") {
    const lines = tools.map(({ name, snippet }) => `- ${name}${snippet && `: ${snippet}`}`);
    return ["Tools:", ...(lines.length > 0 ? lines : ["- none"])].join("\n");
  }
  const lines = tools.map(({ name, snippet }) =>
    snippet ? element("tool", snippet, { name }) : `  <tool name="${escapeXml(name)}"/>`,
  );
  return lines.length > 0 ? wrapped("tools", lines) : "<tools>none</tools>";
}

/** The guideline lines, once each. */
export function guidelinesSlot({ runtime, selectedTools, options }: SlotInput): string {
  const given = [...(runtime.options.promptGuidelines ?? [])];
  if (selectedTools.includes("bash") && !["grep", "find", "ls"].some((name) => selectedTools.includes(name))) {
    given.unshift("Look through files and folders with bash.");
  }
  if (options.includePiDefaultGuidelines === true) given.push("Answer briefly.", "Name each file by its path.");
  const lines = [...new Set(given.map((line) => line.trim()).filter((line) => line !== ""))];
  if (lines.length === 0) return "";
  const bullets = lines.map((line) => `- ${line}`);
  const heading = typeof options.heading === "string" ? options.heading : "Guidelines:";
  if (options.piStyle === true || options.format === "plain") return [heading, ...bullets].join("\n");
  return wrapped("guidelines", [
    ...(typeof options.heading === "string" ? [escapeXml(options.heading)] : []),
    ...bullets.map(escapeXml),
  ]);
}

/** The skills that a model may call. */
export function skillsSlot({ skills, selectedTools, options }: SlotInput): string {
  if (options.requireReadTool === true && !selectedTools.includes("read")) return "";
  const callable = skills.filter((skill) => skill.disableModelInvocation !== true);
  if (callable.length === 0) return "";
  if (options.format === "plain") {
    const lines = callable.map((skill) => `- ${skill.name} (${skill.filePath}): ${skill.description}`);
    return ["Skills, to be read from their file before use:", ...lines].join("\n");
  }
  return wrapped(
    "skills",
    callable.map((skill) => element("skill", skill.description, { name: skill.name, file: skill.filePath })),
  );
}

/** Each context file with its path. */
export function contextFilesSlot({ runtime, options }: SlotInput): string {
  const files = runtime.options.contextFiles ?? [];
  if (files.length === 0) return "";
  if (options.format === "plain") {
    return ["Project context:", ...files.map((file) => `\n${file.path}\n\n${file.content}`)].join("\n");
  }
  return wrapped(
    "project_context",
    // A file's text stays as it is written: it is Markdown for the model to read, not markup.
    files.map((file) => `  <file path="${escapeXml(file.path)}">\n${file.content}\n  </file>`),
  );
}

function element(name: string, text: string, attributes: Readonly<Record<string, string>>): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  return `  <${name}${written.join("")}>${escapeXml(text)}</${name}>`;
}

function wrapped(name: string, lines: readonly string[]): string {
  return [`<${name}>`, ...lines, `</${name}>`].join("\n");
}
