import { relative } from "node:path";
import { type Diagnostic, warning } from "../contract/diagnostic.ts";
import type { Scope } from "../contract/identifiers.ts";
import { listFiles } from "../files/list-files.ts";
import type { SessionModel } from "./agent-model.ts";
import type { Loaded } from "./load-resources.ts";
import { markdownAgent } from "./markdown-agent.ts";
import { maxResourceFiles, readResource, type ShowPath } from "./resource-file.ts";
import { refuseDuplicates } from "./same-scope.ts";
import type { ProfileEntry } from "./workspace-entry.ts";

/** Markdown agents of one scope: nested folders are searched, and the first directory wins on one id. */
export function loadAgents(
  directories: readonly string[],
  scope: Scope,
  show: ShowPath,
  session: SessionModel,
): Loaded<ProfileEntry> {
  let entries: readonly ProfileEntry[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const directory of directories) {
    const listed = listFiles(directory, { extensions: [".md"], recursive: true, max: maxResourceFiles });
    diagnostics.push(...listed.diagnostics);
    const found = listed.files
      .filter((file) => isAgentPath(relative(directory, file)))
      .map((file) => markdownAgent(readResource(file, show), scope, session))
      .filter((entry) => !isNote(entry));
    entries = stack(entries, refuseDuplicates(found, "profile"));
  }
  return { entries, diagnostics };
}

/** What comes first keeps its id, even when it is not usable: a broken agent never gives way to another one silently. */
export function stack(first: readonly ProfileEntry[], next: readonly ProfileEntry[]): ProfileEntry[] {
  const hidden = new Map<string, string[]>();
  const ids = new Set(first.map((entry) => entry.id));
  for (const entry of next.filter((each) => ids.has(each.id))) {
    hidden.set(entry.id, [...(hidden.get(entry.id) ?? []), entry.from]);
  }
  const winners = first.map((entry) => {
    const files = hidden.get(entry.id);
    return files ? { ...entry, diagnostics: [...entry.diagnostics, hides(entry, files)] } : entry;
  });
  return [...winners, ...next.filter((entry) => !ids.has(entry.id))];
}

function hides(entry: ProfileEntry, files: readonly string[]): Diagnostic {
  const message = `"${entry.id}" is also defined in ${files.join(", ")}, which is not used; "${entry.from}" comes first.`;
  return warning("profile.hides-another", message, { file: entry.from });
}

/** Dot folders and installed packages hold no agents of this project. */
function isAgentPath(path: string): boolean {
  return path.split(/[\\/]/).every((part) => !part.startsWith(".") && part !== "node_modules");
}

const notes = /^(?:readme|agents|claude|changelog|contributing|license)(?:\.[a-z-]+)?$/i;

/** A note about the folder, unless it has front matter. */
function isNote(entry: ProfileEntry): boolean {
  return notes.test(entry.id) && entry.diagnostics.some((each) => each.code === "agent.no-front-matter");
}
