import { type Diagnostic, error } from "../contract/diagnostic.ts";
import type { ProfileEntry } from "./workspace-entry.ts";

interface Named {
  readonly id: string;
  readonly from: string;
  readonly usable: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** Within one scope an id belongs to one file: every copy is refused, so that none is picked by chance. */
export function refuseDuplicates<T extends Named>(entries: readonly T[], noun: "profile" | "stack"): T[] {
  const byId = new Map<string, T[]>();
  for (const entry of entries) byId.set(entry.id, [...(byId.get(entry.id) ?? []), entry]);
  return entries.map((entry) => {
    const copies = byId.get(entry.id) ?? [];
    if (copies.length < 2) return entry;
    const files = copies.map((each) => each.from).join(", ");
    const message = `The id "${entry.id}" is used by ${files}; give each ${noun} its own id.`;
    return withError(entry, error(`${noun}.duplicate-id`, message, { file: entry.from }));
  });
}

/** More than one profile of a scope that wants to start by itself: none may. */
export function refuseSeveralAutoActivate(entries: readonly ProfileEntry[]): ProfileEntry[] {
  const candidates = entries.filter((entry) => entry.profile.autoActivate === true);
  if (candidates.length < 2) return [...entries];
  const files = candidates.map((each) => each.from).join(", ");
  const message = `"autoActivate" is true in ${files}; keep it in one of them.`;
  return entries.map((entry) =>
    candidates.includes(entry)
      ? withError(entry, error("profile.several-auto-activate", message, { path: "autoActivate", file: entry.from }))
      : entry,
  );
}

function withError<T extends Named>(entry: T, problem: Diagnostic): T {
  return { ...entry, usable: false, diagnostics: [...entry.diagnostics, problem] };
}
