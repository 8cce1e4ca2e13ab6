import { type Diagnostic, error, hasErrors, info } from "../contract/diagnostic.ts";
import type { Scope } from "../contract/identifiers.ts";
import type { AgentProfile } from "../contract/product/agent-profile.ts";
import {
  agentReader,
  checkBody,
  readFlag,
  readId,
  readMaxTurns,
  readModel,
  readThinking,
  readTools,
  reportUnused,
} from "./agent-fields.ts";
import type { SessionModel } from "./agent-model.ts";
import { agentStack } from "./agent-stack.ts";
import { compact } from "./compact.ts";
import { type FrontMatter, readFrontMatter } from "./front-matter.ts";
import { profileType, unreadableProfile } from "./profile-codec.ts";
import type { ResourceFile } from "./resource-file.ts";
import type { ProfileEntry } from "./workspace-entry.ts";

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
    type: profileType,
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
