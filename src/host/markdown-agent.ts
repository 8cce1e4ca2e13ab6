import { type Diagnostic, error, hasErrors, info, warning } from "../contract/diagnostic.ts";
import { resourceIdPattern, type Scope } from "../contract/identifiers.ts";
import type { ModelReference, ThinkingLevel } from "../contract/model.ts";
import type { AgentProfile } from "../contract/product/agent-profile.ts";
import { agentModel, type ModelAliases, thinkingLevel } from "./agent-model.ts";
import { agentStack, maxBodyChars } from "./agent-stack.ts";
import { grantedTools } from "./agent-tools.ts";
import { compact } from "./compact.ts";
import { type FrontMatter, readFrontMatter } from "./front-matter.ts";
import { profileType, unreadableProfile } from "./profile-codec.ts";
import type { ResourceFile } from "./resource-file.ts";
import type { ProfileEntry } from "./workspace-entry.ts";

/** What the session lends to agents that name no model of their own. */
export interface SessionModel {
  readonly model: ModelReference | undefined;
  readonly thinking: ThinkingLevel;
  readonly aliases: ModelAliases;
}

const usedKeys = new Set([
  "name",
  "description",
  "tools",
  "disallowedTools",
  "model",
  "thinking",
  "effort",
  "maxTurns",
  "inheritProjectContext",
]);
const resourceId = new RegExp(resourceIdPattern);

/** One Markdown file as a profile with its stack. What cannot be honoured is a diagnostic and never a right. */
export function markdownAgent(resource: ResourceFile, scope: Scope, session: SessionModel): ProfileEntry {
  const { text } = resource;
  if (text === undefined) return brokenAgent(resource, scope, resource.diagnostics);
  const read = readFrontMatter(text, resource.from);
  if (read.kind === "unclosed") {
    const message = `The front matter of "${resource.from}" is never closed; end it with a line of three hyphens.`;
    return brokenAgent(resource, scope, [
      error("agent.unclosed-front-matter", message, { file: resource.from, line: 1 }),
    ]);
  }
  if (read.kind === "read") return readAgent(resource, scope, session, read);
  const message = `"${resource.from}" has no front matter; it is called "${resource.baseName}" and gets the four read tools.`;
  const absent = info("agent.no-front-matter", message, { file: resource.from });
  return readAgent(resource, scope, session, { values: new Map(), body: read.body, diagnostics: [absent] });
}

function readAgent(resource: ResourceFile, scope: Scope, session: SessionModel, matter: FrontMatter): ProfileEntry {
  const diagnostics = [...matter.diagnostics];
  const reader = agentReader(resource.from, matter, diagnostics);
  const id = readId(resource, reader);
  const { model, suffix } = readModel(reader, session);
  const thinking = readThinking(reader, suffix) ?? session.thinking;
  const name = reader.text("name");
  const profile: AgentProfile = compact({
    schemaVersion: 1 as const,
    type: profileType as AgentProfile["type"],
    id,
    name: name === "" || name === id ? undefined : name,
    description: reader.text("description") || undefined,
    model,
    thinkingLevel: thinking,
    promptStack: `${id}.md`,
  });
  checkBody(matter.body, reader);
  const stack = agentStack({ id: `${id}.md`, body: matter.body, tools: readTools(reader) });
  const maxTurns = readMaxTurns(reader);
  const inheritProjectContext = readFlag(reader, "inheritProjectContext");
  reportUnused(reader);
  return {
    ...fileOf(resource, scope),
    id,
    profile,
    stack,
    ...(maxTurns === undefined ? {} : { maxTurns }),
    ...(inheritProjectContext ? { inheritProjectContext } : {}),
    usable: !hasErrors(diagnostics),
    diagnostics,
  };
}

function brokenAgent(resource: ResourceFile, scope: Scope, diagnostics: readonly Diagnostic[]): ProfileEntry {
  const id = resource.baseName;
  return { ...fileOf(resource, scope), id, profile: unreadableProfile(id), usable: false, diagnostics };
}

function fileOf({ file, from, contentDigest }: ResourceFile, scope: Scope) {
  return { kind: "markdown" as const, scope, file, from, ...(contentDigest === undefined ? {} : { contentDigest }) };
}

interface AgentReader {
  readonly matter: FrontMatter;
  /** The one value of a key as text, `""` when it is absent. */
  text(key: string): string;
  report(problem: typeof error, code: string, message: string, key?: string): void;
}

function agentReader(file: string, matter: FrontMatter, diagnostics: Diagnostic[]): AgentReader {
  return {
    matter,
    text: (key) => {
      const value = matter.values.get(key) ?? "";
      return (typeof value === "string" ? value : value.join(", ")).trim();
    },
    report: (level, code, message, key) => {
      diagnostics.push(level(`agent.${code}`, message, { ...(key === undefined ? {} : { path: key }), file }));
    },
  };
}

function readId(resource: ResourceFile, { text, report, matter }: AgentReader): string {
  const name = text("name");
  if (resourceId.test(name)) return name;
  const { baseName } = resource;
  const usable = resourceId.test(baseName);
  const rule = "an id has letters, digits, dots, underscores and hyphens only";
  if (!usable)
    report(error, "invalid-id", `"${name || baseName}" is no id and neither is the file's name; ${rule}.`, "name");
  else if (name !== "")
    report(warning, "invalid-id", `"${name}" is no id; it is called "${baseName}" after its file.`, "name");
  else if (matter.values.size > 0)
    report(info, "no-name", `No name is given; it is called "${baseName}" after its file.`, "name");
  return baseName;
}

function readModel(
  { text, report }: AgentReader,
  session: SessionModel,
): { model: ModelReference; suffix?: ThinkingLevel } {
  const asked = agentModel(text("model"), session.aliases);
  const none = { provider: "", id: "" };
  if (asked.kind === "unknown") {
    const line = `"modelAliases": { ${JSON.stringify(asked.name)}: "provider/model" }`;
    report(error, "unknown-model", `"${asked.name}" names no model; add ${line} to subagents.json.`, "model");
    return { model: none };
  }
  const suffix = asked.suffix === undefined ? {} : { suffix: asked.suffix };
  if (asked.kind === "named") return { model: asked.model, ...suffix };
  if (session.model === undefined) {
    report(
      error,
      "no-session-model",
      `It runs on the session's model, and there is none; choose a model first.`,
      "model",
    );
  }
  return { model: session.model ?? none, ...suffix };
}

/** `thinking`, else `effort`, else what stands behind the model. */
function readThinking({ text, report }: AgentReader, suffix: ThinkingLevel | undefined): ThinkingLevel | undefined {
  const key = text("thinking") === "" ? "effort" : "thinking";
  const written = text(key);
  if (written === "") {
    if (suffix)
      report(info, "thinking-suffix", `":${suffix}" behind the model is read as its thinking level.`, "model");
    return suffix;
  }
  const level = thinkingLevel(written);
  if (level === undefined)
    report(warning, "unknown-thinking", `"${written}" is no thinking level and is not used.`, key);
  return level ?? suffix;
}

function readTools({ matter, report }: AgentReader): readonly string[] {
  const { granted, refused } = grantedTools(matter.values.get("tools"), matter.values.get("disallowedTools"));
  if (refused.length > 0) {
    const message = `Not granted: ${refused.join(", ")}; a delegated agent can have read, grep, find and ls at most.`;
    report(warning, "tools-not-granted", message, "tools");
  }
  if (granted.length === 0) report(warning, "no-tools", "No tool is left; it works from the prompt alone.", "tools");
  return granted;
}

function checkBody(body: string, { report }: AgentReader): void {
  if (body.trim() === "")
    report(warning, "empty-body", "There is no text under the front matter; the system prompt is empty.");
  if (body.length > maxBodyChars) {
    report(
      error,
      "body-too-long",
      `The text has ${body.length} characters; ${maxBodyChars} is the most a prompt block can have.`,
    );
  }
}

function readMaxTurns({ text, report }: AgentReader): number | undefined {
  const written = text("maxTurns");
  if (written === "") return undefined;
  const turns = /^[1-9]\d{0,8}$/.test(written) ? Number(written) : undefined;
  if (turns === undefined)
    report(warning, "invalid-max-turns", `"${written}" is no positive whole number; it is not used.`, "maxTurns");
  return turns;
}

function readFlag({ text, report }: AgentReader, key: string): boolean {
  const written = text(key).toLowerCase();
  if (written !== "" && written !== "true" && written !== "false") {
    report(warning, "invalid-flag", `"${key}" is true or false, not "${written}"; it is not used.`, key);
  }
  return written === "true";
}

function reportUnused({ matter, report }: AgentReader): void {
  const unused = [...matter.values.keys()].filter((key) => !usedKeys.has(key));
  if (unused.length > 0) report(info, "unused-keys", `Not used here: ${unused.join(", ")}.`);
}
