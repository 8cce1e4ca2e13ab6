import { type Diagnostic, error } from "../contract/diagnostic.ts";
import type { JsonValue } from "../contract/json.ts";
import { failure, type Outcome, success } from "../contract/outcome.ts";
import { withLock } from "../files/lock.ts";
import { parseJsonText } from "../files/parse-json.ts";
import { readText } from "../files/read-text.ts";
import { writePrivate } from "../files/write-private.ts";

/** One small file of ours under Pi's directory that several sessions read and change. */
interface PrivateRecord<T> {
  /** A missing file is the empty record; an unusable one is the reason why nothing in it counts. */
  read(): Outcome<T>;
  /** Reads, changes and replaces it while nobody else does; an unusable file is left alone. */
  update(change: (current: T) => T): Promise<Outcome<T>>;
}

const maxBytes = 16 * 1024 * 1024;

export function createPrivateRecord<T extends JsonValue>(
  file: string,
  isRecord: (value: JsonValue) => value is T,
  empty: T,
): PrivateRecord<T> {
  function read(): Outcome<T> {
    const text = readText(file, { maxBytes });
    if (!text.ok) return text.diagnostics.some(({ code }) => code === "file.missing") ? success(empty) : text;
    const parsed = parseJsonText(text.value, { file });
    if (parsed.value === undefined) return unusable(file, parsed.diagnostics);
    return isRecord(parsed.value) ? success(parsed.value) : unusable(file, []);
  }

  return {
    read,
    update: (change) =>
      withLock(file, async ({ held }): Promise<Outcome<T>> => {
        const current = read();
        if (!current.ok) return current;
        const next = change(current.value);
        if (!held())
          return failure(error("file.locked", `"${file}" was taken over by another process; try again.`, { file }));
        const written = await writePrivate(file, `${JSON.stringify(next, null, 2)}\n`);
        return written.ok ? success(next) : written;
      }),
  };
}

function unusable(file: string, reasons: readonly Diagnostic[]): Outcome<never> {
  const message = `"${file}" is damaged and nothing in it counts; remove it, and what it allowed is asked again.`;
  return failure(error("record.damaged", message, { file }), ...reasons);
}
