/** One file that differs. Paths are relative to the compared directory, with slashes. */
export interface ChangedFile {
  readonly path: string;
  /** Before a rename. */
  readonly oldPath?: string;
  /** git's letter: A, D, M, R, T, U. */
  readonly status: string;
  readonly kind: "text" | "binary" | "submodule";
  readonly added: number;
  readonly deleted: number;
}

/** Reads `git diff --raw --numstat -z --abbrev=...`: every raw record, then every count, both in one order. */
export function parseChanges(output: Buffer): ChangedFile[] {
  const fields = output.toString("utf8").split("\0");
  const raw: RawRecord[] = [];
  let at = 0;
  while (fields[at]?.startsWith(":")) {
    const [oldMode, newMode, , , letter = ""] = (fields[at] ?? "").slice(1).split(" ");
    const status = letter.slice(0, 1);
    const renamed = status === "R" || status === "C";
    const [first = "", second = ""] = [fields[at + 1], fields[at + 2]];
    raw.push({
      path: renamed ? second : first,
      ...(renamed ? { oldPath: first } : {}),
      status,
      submodule: oldMode === submoduleMode || newMode === submoduleMode,
    });
    at += renamed ? 3 : 2;
  }
  const counts = parseCounts(fields.slice(at));
  return raw.map(({ path, oldPath, status, submodule }) => {
    const count = counts.get(path);
    return {
      path,
      ...(oldPath === undefined ? {} : { oldPath }),
      status,
      kind: submodule ? "submodule" : count?.binary ? "binary" : "text",
      added: count?.added ?? 0,
      deleted: count?.deleted ?? 0,
    };
  });
}

interface RawRecord {
  readonly path: string;
  readonly oldPath?: string;
  readonly status: string;
  readonly submodule: boolean;
}

const submoduleMode = "160000";

interface Count {
  readonly added: number;
  readonly deleted: number;
  readonly binary: boolean;
}

/** `added TAB deleted TAB path`, or with an empty path, followed by the old and the new one. */
function parseCounts(fields: readonly string[]): ReadonlyMap<string, Count> {
  const counts = new Map<string, Count>();
  for (let at = 0; at < fields.length; ) {
    const [, added = "", deleted = "", path = ""] = /^(-|\d+)\t(-|\d+)\t(.*)$/s.exec(fields[at] ?? "") ?? [];
    if (added === "") break;
    const renamed = path === "";
    counts.set(renamed ? (fields[at + 2] ?? "") : path, {
      added: Number(added) || 0,
      deleted: Number(deleted) || 0,
      binary: added === "-",
    });
    at += renamed ? 3 : 1;
  }
  return counts;
}

/**
 * The part of a patch that belongs to each file, in the order of the changes; a file that became something else has two. Of a patch that
 * was cut, the last part is not whole and counts as missing. A line of content never begins like a header, because it begins with a blank,
 * a sign or a backslash.
 */
export function splitPatch(
  patch: string,
  files: readonly ChangedFile[],
  cut: boolean,
): readonly (string | undefined)[] {
  const parts = patch === "" ? [] : patch.split(/(?<![^\n])(?=diff --git |diff --cc |\* Unmerged path )/);
  if (cut) parts.pop();
  let at = 0;
  const split = files.map(({ status }) => {
    const length = status === "T" ? 2 : 1;
    const part = parts.slice(at, at + length);
    at += length;
    return part.length === length ? part.join("") : undefined;
  });
  // Where parts and changes do not match, no part can be told to be of one file.
  return cut || at === parts.length ? split : [];
}
