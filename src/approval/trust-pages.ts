import { counted } from "../text/format.ts";
import { createTextDocument, type TextDocument } from "../ui/text-document.ts";
import type { TrustPage, TrustQuestion } from "./trust-state.ts";

/** What is asked about, and then each file of it as it would be used. */
export function trustPages(question: TrustQuestion): TrustPage[] {
  const { files, modules, textOf } = question;
  const list = { title: asked(question), document: once(() => createTextDocument([{ text: listed(question) }])) };
  if (!textOf) return [list];
  const readable = changedFirst(files).filter(({ status }) => status !== "removed");
  const paths = modules ?? readable.map(({ path }) => path);
  const contents = paths.map((path, index) => ({
    title: `${index + 1} of ${paths.length}: ${path}`,
    document: once(() => contentOf(path, textOf)),
  }));
  return [list, ...contents];
}

function contentOf(path: string, textOf: (path: string) => string | undefined): TextDocument {
  const text = textOf(path);
  if (text !== undefined) return createTextDocument([{ text }]);
  return createTextDocument([
    { heading: "It cannot be shown: it changed meanwhile, is no text, or is too long. Esc, and look at it yourself." },
  ]);
}

/** The files, what is not as it was first, and below them what became of each. */
export function listed({ files, modules, differences = [] }: TrustQuestion): string {
  if (modules) return modules.join("\n");
  const width = files.reduce((most, { status }) => Math.max(most, status.length), 0);
  const rows = changedFirst(files).map((file) => `${file.status.padEnd(width)}  ${file.path}`);
  return [...rows, ...differences.flatMap(({ path, lines }) => ["", `${path}:`, ...lines])].join("\n");
}

function changedFirst(files: TrustQuestion["files"]): TrustQuestion["files"] {
  const order = ["changed", "new", "removed", "same"];
  return files.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
}

function asked({ files, modules }: TrustQuestion): string {
  return modules ? counted(modules.length, "module") : counted(files.length, "file");
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
