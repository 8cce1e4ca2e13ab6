import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A file of `test/golden`, typed by who reads it. */
export function golden<T>(name: string): T {
  return JSON.parse(readFileSync(join(import.meta.dirname, "..", "golden", `${name}.json`), "utf8")) as T;
}

/** The recorded messages of one conversation over the bus. */
export function wire<T>(name: string): T[] {
  const text = readFileSync(join(import.meta.dirname, "..", "golden", "wire", `${name}.jsonl`), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
}

/** The reason why a recorded case was decided otherwise, if it was. */
export function decidedOtherwise(vector: string, name: string): string | undefined {
  return golden<Record<string, Record<string, string>>>("exceptions")[vector]?.[name];
}
