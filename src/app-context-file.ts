import { beginningThatFits, type ContextSource } from "./app-context-budget.ts";
import type { PathGuard } from "./backends/path-guard.ts";
import { type Diagnostic, error, warning } from "./contract/diagnostic.ts";
import { failure, type Outcome, success } from "./contract/outcome.ts";
import type { ContextItem } from "./contract/product/selected-context.ts";
import type { Attachment } from "./delegation-attachments.ts";
import { formatBytes } from "./text/format.ts";

/** Only the beginning of a longer file decides what it is; git looks at as much. */
const binaryProbeBytes = 8_000;

/** A file of the project, or the lines of it that were asked for. */
export function fileSource(
  { path, from = 1, to }: Extract<Attachment, { kind: "file" }>,
  id: string,
  guard: PathGuard,
): Outcome<ContextSource> {
  const content = readGuarded(path, guard);
  if (!content.ok) return content;
  const bytes = content.value;
  if (bytes.subarray(0, binaryProbeBytes).includes(0)) {
    return success(
      textSource(id, `file ${path}`, `Binary file, ${formatBytes(bytes.length)}; its content is not attached.`),
    );
  }
  const text = bytes.toString("utf8");
  if (from === 1 && to === undefined) return success(textSource(id, `file ${path}`, text));
  const lines = text.split(/(?<=\n)/);
  if (from > lines.length) {
    const message = `"${path}" has ${lines.length} lines, so none from ${from} on can be attached.`;
    return failure(error("attachment.lines", message, "attachments"));
  }
  const last = Math.min(to ?? lines.length, lines.length);
  return success(textSource(id, `file ${path}:${from}-${last}`, lines.slice(from - 1, last).join("")));
}

/** AGENTS.md and CLAUDE.md of the project; one that is the other, by a link or word for word, counts once. */
export function projectContextSources(id: string, guard: PathGuard): readonly ContextSource[] {
  const texts = new Set<string>();
  return ["AGENTS.md", "CLAUDE.md"].flatMap((name) => {
    const content = readGuarded(name, guard);
    const text = content.ok ? content.value.toString("utf8") : "";
    if (text.trim() === "" || texts.has(text)) return [];
    texts.add(text);
    return [textSource(`${id}-${name}`, `project context ${name}`, text)];
  });
}

/** One text as one item, or its beginning. */
export function textSource(id: string, source: string, written: string): ContextSource {
  const isEmpty = written.trim() === "";
  const text = isEmpty ? "(empty)" : written;
  const notes = isEmpty ? [empty(source)] : [];
  const total = text.split("\n").length;
  const item = (part: string, reference?: string): ContextItem => ({
    id,
    kind: "resource-excerpt",
    text: part,
    required: true,
    provenance: { source, ...(reference === undefined ? {} : { reference }) },
  });
  return {
    name: source,
    whole: { items: [item(text)], diagnostics: notes },
    fit(maxBytes) {
      const note = (part: string) =>
        part.endsWith("\n")
          ? `only its first ${part.split("\n").length - 1} of ${total} lines; there was no room for the rest`
          : `only its first ${part.length} of ${text.length} characters; there was no room for the rest`;
      const part = beginningThatFits(text, maxBytes, (each) => item(each, note(each)));
      if (part === undefined) return undefined;
      return { items: [item(part, note(part))], diagnostics: [...notes, cut(source, note(part))] };
    },
  };
}

function empty(source: string): Diagnostic {
  const message = `There is no text in ${source}, so the model is told that it is empty.`;
  return warning("attachment.empty", message, "attachments");
}

function cut(source: string, note: string): Diagnostic {
  const message = `Of ${source}, ${note}: attach less, or raise contextMaxBytes.`;
  return warning("attachment.left-out", message, "attachments");
}

function readGuarded(path: string, guard: PathGuard): Outcome<Buffer> {
  const check = guard.check(path, "file");
  if (!check.ok) return failure(error(check.code, check.reason, "attachments"));
  try {
    return success(guard.read(check.path));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    return failure(error("path.unreadable", `"${path}" cannot be attached: ${why}`, "attachments"));
  }
}
