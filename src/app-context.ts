import { type ContextSource, shareRoom } from "./app-context-budget.ts";
import { diffSource } from "./app-context-diff.ts";
import { fileSource, projectContextSources, textSource } from "./app-context-file.ts";
import { gitDiff } from "./backends/git-diff.ts";
import type { PathGuard } from "./backends/path-guard.ts";
import { type Diagnostic, error, hasErrors } from "./contract/diagnostic.ts";
import { failure, type Outcome, success } from "./contract/outcome.ts";
import { emptyEnvelopeBytes } from "./contract/product/context-envelope.ts";
import type { SelectedContext } from "./contract/product/selected-context.ts";
import type { Attachment } from "./delegation-attachments.ts";

export interface SelectedContextInput {
  readonly attachments: readonly Attachment[];
  /** The project: nothing outside of it is read. */
  readonly cwd: string;
  readonly guard: PathGuard;
  /** UTF-8 bytes of the whole rendered envelope. */
  readonly maxBytes: number;
  /** Where git is looked for. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/**
 * Everything that is attached, read now and made to fit. What was named and cannot be read fails as a whole; what only does not fit is
 * shortened, and both the person (by a warning) and the model (in the item) are told.
 */
export async function selectedContextFor(input: SelectedContextInput): Promise<Outcome<SelectedContext>> {
  const sources: ContextSource[] = [];
  const faults: Diagnostic[] = [];
  for (const [index, attachment] of input.attachments.entries()) {
    const read = await sourcesOf(attachment, `attachment-${index + 1}`, input);
    if (read.ok) sources.push(...read.value);
    else faults.push(...read.diagnostics);
  }
  if (hasErrors(faults)) return failure(...faults);
  const fitted = shareRoom(sources, input.maxBytes - emptyEnvelopeBytes);
  const missing = sources.filter((_, index) => fitted[index] === undefined);
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name).join(", ");
    const message = `Nothing of ${names} fits into ${input.maxBytes} bytes of context: attach less, or raise contextMaxBytes.`;
    return failure(error("attachment.no-room", message, "attachments"));
  }
  const present = fitted.flatMap((each) => each ?? []);
  return success(
    { maxBytes: input.maxBytes, items: present.flatMap(({ items }) => items) },
    present.flatMap(({ diagnostics }) => diagnostics),
  );
}

async function sourcesOf(
  attachment: Attachment,
  id: string,
  { cwd, guard, env, signal }: SelectedContextInput,
): Promise<Outcome<readonly ContextSource[]>> {
  switch (attachment.kind) {
    case "text":
      return success([textSource(id, attachment.source, attachment.text)]);
    case "file": {
      const file = fileSource(attachment, id, guard);
      return file.ok ? success([file.value]) : file;
    }
    case "project-context": {
      const sources = projectContextSources(id, guard);
      return sources.length > 0 || attachment.optional ? success(sources) : failure(noProjectContext(cwd));
    }
    case "diff": {
      const { kind: _, ...compared } = attachment;
      const diff = await gitDiff({ cwd, env, ...compared }, signal);
      if (!diff.ok) return diff;
      const { title, files, untracked } = diff.value;
      if (files.length === 0 && untracked.length === 0) return failure(noChange(title, cwd));
      return success([diffSource(diff.value, id, cwd, guard)]);
    }
  }
}

function noProjectContext(cwd: string): Diagnostic {
  const message = `There is no AGENTS.md and no CLAUDE.md in ${cwd} that can be read: leave project-context out.`;
  return error("attachment.no-project-context", message, "attachments");
}

function noChange(title: string, cwd: string): Diagnostic {
  const message = `${title} shows no change in ${cwd}: name a range such as main..., or attach files.`;
  return error("attachment.no-change", message, "attachments");
}
