/** Whole SHA-256, with or without what names it as one. */
export function isDigest(text: string): boolean {
  return /^(?:sha256:(?:v1:)?)?[0-9a-f]{64}$/.test(text);
}

/** A value as rows for a person: `name: value`, and what is inside of it, or is long as a digest, indented below. Texts are verbatim. */
export function readableRows(value: unknown): string[] {
  if (value === undefined || value === null) return ["none"];
  if (typeof value !== "object") return String(value).split("\n");
  if (Array.isArray(value) && value.every(isPlain)) return [value.join(" ") || "none"];
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  const rows = entries.flatMap(([name, each]) => namedRows(Array.isArray(value) ? `${Number(name) + 1}` : name, each));
  return rows.length === 0 ? ["none"] : rows;
}

function namedRows(name: string, value: unknown): string[] {
  const rows = readableRows(value);
  const [only = "", ...others] = rows;
  const fitsBeside =
    others.length === 0 && !isDigest(only) && (isPlain(value) || Array.isArray(value) || only === "none");
  return fitsBeside ? [`${name}: ${only}`] : [`${name}:`, ...rows.map((row) => `  ${row}`)];
}

function isPlain(value: unknown): boolean {
  return value === null || typeof value !== "object";
}
