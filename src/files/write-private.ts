import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { lstat, mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Outcome } from "../contract/outcome.ts";
import { refuseLinks } from "./links.ts";
import { errorCode, refusal } from "./read-bytes.ts";

interface WriteOptions {
  /** No folder between this one and the file may be a link: a repository could point it anywhere. */
  readonly root?: string;
  /** For a file that a project shares: keeps the mode it has, and new ones follow the umask. */
  readonly shared?: boolean;
}

/**
 * Replaces the file in one step: a reader sees the old or the new text, whatever dies in between. Readable by the user
 * alone, as are the folders it makes. Never writes through a link.
 */
export async function writePrivate(path: string, text: string, options: WriteOptions = {}): Promise<Outcome<void>> {
  const temporary = join(dirname(path), `.${basename(path).slice(0, 100)}.${randomBytes(6).toString("hex")}.tmp`);
  try {
    const real = await refuseLinks(path, options.root);
    if (!real.ok) return real;
    await makePrivateDirectory(dirname(path), options);
    const mode = options.shared ? await modeOf(path) : 0o600;
    await writeNew(temporary, text, mode);
    await rename(temporary, path);
    await syncDirectory(dirname(path));
    return { ok: true, value: undefined, diagnostics: [] };
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => {}); // The first failure is the one to report.
    const code = errorCode(cause);
    return refusal("file.unwritable", `"${path}" cannot be written (${code}); check permissions and space.`, path);
  }
}

export async function makePrivateDirectory(path: string, { shared }: { readonly shared?: boolean } = {}) {
  await mkdir(path, { recursive: true, ...(shared ? {} : { mode: 0o700 }) });
}

async function modeOf(path: string): Promise<number> {
  const stat = await lstat(path).catch(() => undefined); // A new file has no mode to keep.
  return stat ? stat.mode & 0o777 : 0o666;
}

async function writeNew(path: string, text: string, mode: number): Promise<void> {
  const exclusive = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const file = await open(path, exclusive, mode);
  try {
    await file.writeFile(text, "utf8");
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Writes a file that must not be there yet; what is there stays as it is. Never through a link below `root`. */
export async function createShared(path: string, text: string, root: string): Promise<Outcome<void>> {
  try {
    const real = await refuseLinks(path, root);
    if (!real.ok) return real;
    await makePrivateDirectory(dirname(path), { shared: true });
    await writeNew(path, text, 0o666);
    await syncDirectory(dirname(path));
    return { ok: true, value: undefined, diagnostics: [] };
  } catch (cause) {
    const code = errorCode(cause);
    if (code === "EEXIST") return refusal("file.exists", `"${path}" is there already and is not changed.`, path);
    return refusal("file.unwritable", `"${path}" cannot be written (${code}); check permissions and space.`, path);
  }
}

/** Writes a file for the user alone that must not be there yet; its folder must be. */
export async function createPrivate(path: string, text: string): Promise<Outcome<void>> {
  try {
    await writeNew(path, text, 0o600);
    return { ok: true, value: undefined, diagnostics: [] };
  } catch (cause) {
    const code = errorCode(cause);
    if (code === "EEXIST") return refusal("file.exists", `"${path}" is there already and is not changed.`, path);
    return refusal("file.unwritable", `"${path}" cannot be written (${code}); name a file in a folder of yours.`, path);
  }
}

/** Makes the rename itself durable where the system lets a directory be opened. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, constants.O_RDONLY).catch(() => undefined); // Windows cannot; the file itself is synced.
  await directory?.sync().catch(() => {}); // Some file systems refuse it; the rename stands.
  await directory?.close();
}
