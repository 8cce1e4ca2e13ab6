import { error } from "../contract/diagnostic.ts";
import { failure, type Outcome, success } from "../contract/outcome.ts";
import { digestOf } from "../files/digest.ts";
import { setJsonValue } from "../files/edit-json.ts";
import { refuseLinks } from "../files/links.ts";
import { withLock } from "../files/lock.ts";
import { parseJsonText } from "../files/parse-json.ts";
import { readText } from "../files/read-text.ts";
import { writePrivate } from "../files/write-private.ts";
import { isObject, maxConfigurationBytes } from "./configuration-section.ts";
import { readProfileId } from "./profile-id.ts";

export interface EnableRequest {
  /** The project's or the global `subagents.json`, by the scope of the profile. */
  readonly file: string;
  /** `scope:id` */
  readonly profileId: string;
  /** For a project's file: no folder between here and the file may be a link. */
  readonly root?: string;
}

export interface EnabledProfile {
  readonly file: string;
  /** Of the file before; null when there was none. */
  readonly before: string | null;
  /** Of the file as it is now, for the record of trust. */
  readonly digest: string;
}

/** Writes `enabled: true` and leaves every other byte of the file as a person wrote it. A file that cannot be read is never replaced. */
export async function enableProfile(request: EnableRequest): Promise<Outcome<EnabledProfile>> {
  if (!readProfileId(request.profileId)?.scope) throw new Error(`"${request.profileId}" is no canonical profile id.`);
  const real = await refuseLinks(request.file, request.root);
  return real.ok ? withLock(request.file, ({ held }) => enabled(request, held), { shared: true }) : real;
}

async function enabled(
  { file, profileId, root }: EnableRequest,
  held: () => boolean,
): Promise<Outcome<EnabledProfile>> {
  const current = currentText(file);
  if (!current.ok) return current;
  const text = enabledText(file, current.value ?? "{}\n", profileId);
  if (!text.ok) return text;
  const before = current.value === null ? null : digestOf(current.value);
  const after = success({ file, before, digest: digestOf(text.value) });
  if (text.value === current.value) return after;
  if (!held())
    return failure(error("file.locked", `"${file}" was taken over by another process; try again.`, { file }));
  const written = await writePrivate(file, text.value, { shared: true, ...(root === undefined ? {} : { root }) });
  return written.ok ? after : written;
}

function currentText(file: string): Outcome<string | null> {
  const text = readText(file, { maxBytes: maxConfigurationBytes });
  if (text.ok || !text.diagnostics.some(({ code }) => code === "file.missing")) return text;
  return success(null);
}

function enabledText(file: string, text: string, profileId: string): Outcome<string> {
  const { value, diagnostics, repeated } = parseJsonText(text, { file });
  if (value === undefined) return failure(...diagnostics);
  const profiles = isObject(value) && Object.hasOwn(value, "profiles") ? value.profiles : {};
  if (!isObject(value) || !isObject(profiles) || repeated.length > 0) {
    const message = `"${file}" is not changed: it must be one object without repeated keys, "profiles" an object; correct it first.`;
    return failure(error("config.not-editable", message, { file }));
  }
  const entry = Object.entries(profiles).find(([key]) => key === profileId)?.[1];
  const path = isObject(entry) ? ["profiles", profileId, "enabled"] : ["profiles", profileId];
  return success(setJsonValue(text, path, isObject(entry) ? true : { enabled: true }));
}
