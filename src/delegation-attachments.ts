import { error } from "./contract/diagnostic.ts";
import { failure, type Outcome, success } from "./contract/outcome.ts";

/** Something of the project that is quoted before the task. What it is read from is decided by whoever asks, what may be read by the guard. */
export type Attachment =
  /** The working tree against HEAD, or what `git diff <range>` compares. `taskBegins` is no range, unless git knows it as a commit. */
  | { readonly kind: "diff"; readonly range?: string; readonly taskBegins?: string }
  /** Lines count from 1; without `to` it reaches to the end. */
  | { readonly kind: "file"; readonly path: string; readonly from?: number; readonly to?: number }
  /** A text that the asker already holds, such as standard input. */
  | { readonly kind: "text"; readonly source: string; readonly text: string }
  /** The project's AGENTS.md and CLAUDE.md; that there is none is a fault only where it was not said to be optional. */
  | { readonly kind: "project-context"; readonly optional?: true };

/** `diff`, `diff:<range>`, `project-context`, or `FILE[:from-to]`; a file of one of those names is written `./diff`. */
export function parseAttachment(written: string): Outcome<Attachment> {
  const text = written.trim();
  if (text === "diff") return success({ kind: "diff" });
  if (text.startsWith("diff:")) return success({ kind: "diff", range: text.slice("diff:".length) });
  if (text === "project-context") return success({ kind: "project-context" });
  return parseFileAttachment(written);
}

/** `FILE`, `FILE:10`, `FILE:10-` or `FILE:10-20`. */
export function parseFileAttachment(written: string): Outcome<Attachment> {
  const [, path = written, first, dash, last] = /^(.+):(\d+)(?:(-)(\d*))?$/s.exec(written) ?? [];
  if (path.trim() === "") return failure(error("attachment.file", "An attachment needs the name of a file.", "attach"));
  if (first === undefined) return success({ kind: "file", path });
  const from = Number(first);
  const to = dash === undefined ? from : last === "" || last === undefined ? undefined : Number(last);
  if (from < 1 || (to !== undefined && to < from) || !Number.isSafeInteger(from)) {
    const message = `"${written}" names no lines: count from 1, the first before the last, as in ${path}:10-20.`;
    return failure(error("attachment.lines", message, "attach"));
  }
  return success({ kind: "file", path, from, ...(to === undefined ? {} : { to }) });
}
