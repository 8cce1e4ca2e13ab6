import { type Diagnostic, error, info, warning } from "../contract/diagnostic.ts";
import { resourceIdPattern } from "../contract/identifiers.ts";
import type { ModelReference, ThinkingLevel } from "../contract/model.ts";
import { agentModel, type SessionModel, thinkingLevel } from "./agent-model.ts";
import { maxBodyChars } from "./agent-stack.ts";
import { grantedTools } from "./agent-tools.ts";
import type { FrontMatter } from "./front-matter.ts";
import { isUsedKey } from "./front-matter-keys.ts";
import type { ResourceFile } from "./resource-file.ts";

const resourceId = new RegExp(resourceIdPattern);
/** With a scope before it, still an id of the contract. */
const maxIdChars = 100;

/** One agent's front matter, and where its problems go. */
interface AgentReader {
  readonly matter: FrontMatter;
  /** The one value of a key as text, `""` when it is absent. */
  text(key: string): string;
  report(problem: typeof error, code: string, message: string, key?: string): void;
}

export function agentReader(file: string, matter: FrontMatter, diagnostics: Diagnostic[]): AgentReader {
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

export function readId(resource: ResourceFile, { text, report, matter }: AgentReader): string {
  const name = text("name");
  if (isId(name)) return name;
  const { baseName } = resource;
  const usable = isId(baseName);
  const rule = `an id has letters, digits, dots, underscores and hyphens only, ${maxIdChars} at most`;
  if (!usable)
    report(error, "invalid-id", `"${name || baseName}" is no id and neither is the file's name; ${rule}.`, "name");
  else if (name !== "")
    report(warning, "invalid-id", `"${name}" is no id; it is called "${baseName}" after its file.`, "name");
  else if (matter.values.size > 0)
    report(info, "no-name", `No name is given; it is called "${baseName}" after its file.`, "name");
  return baseName;
}

function isId(text: string): boolean {
  return text.length <= maxIdChars && resourceId.test(text);
}

export function readModel(
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
export function readThinking(
  { text, report }: AgentReader,
  suffix: ThinkingLevel | undefined,
): ThinkingLevel | undefined {
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

export function readTools({ matter, report }: AgentReader): readonly string[] {
  const { granted, refused, deniedWhole } = grantedTools(
    matter.values.get("tools"),
    matter.values.get("disallowedTools"),
  );
  if (refused.length > 0) {
    const message = `Not granted: ${refused.join(", ")}; a delegated agent can have read, grep, find and ls at most.`;
    report(warning, "tools-not-granted", message, "tools");
  }
  if (deniedWhole.length > 0) {
    const message = `Taken away whole: ${deniedWhole.join(", ")}; a tool cannot be denied for some files only.`;
    report(warning, "tools-denied-whole", message, "disallowedTools");
  }
  if (granted.length === 0) report(warning, "no-tools", "No tool is left; it works from the prompt alone.", "tools");
  return granted;
}

export function checkBody(body: string, { report }: AgentReader): void {
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

export function readMaxTurns({ text, report }: AgentReader): number | undefined {
  const written = text("maxTurns");
  if (written === "") return undefined;
  const turns = /^[1-9]\d{0,8}$/.test(written) ? Number(written) : undefined;
  if (turns === undefined)
    report(warning, "invalid-max-turns", `"${written}" is no positive whole number; it is not used.`, "maxTurns");
  return turns;
}

export function readFlag({ text, report }: AgentReader, key: string): boolean {
  const written = text(key).toLowerCase();
  if (written !== "" && written !== "true" && written !== "false") {
    report(warning, "invalid-flag", `"${key}" is true or false, not "${written}"; it is not used.`, key);
  }
  return written === "true";
}

export function reportUnused({ matter, report }: AgentReader): void {
  const unused = [...matter.values.keys()].filter((key) => !isUsedKey(key));
  if (unused.length > 0) report(info, "unused-keys", `Not used here: ${unused.join(", ")}.`);
}
