/**
 * The one text of a JSON value: keys sorted by UTF-16 code units, no blanks, `undefined` fields left out, -0 written as 0.
 * Throws a TypeError that names the path of whatever is not JSON. `toJSON` is never called.
 */
export function canonicalJson(value: unknown): string {
  return write(value, "$", new Set());
}

function write(value: unknown, path: string, ancestors: Set<object>): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "boolean":
      return String(value);
    case "number":
      if (!Number.isFinite(value)) throw new TypeError(`The number at ${path} is not finite.`);
      return JSON.stringify(value);
    case "object":
      return value === null ? "null" : writeObject(value, path, ancestors);
    case "undefined":
    case "bigint":
    case "symbol":
    case "function":
      throw new TypeError(`A value of type ${typeof value} at ${path} is not JSON.`);
  }
}

function writeObject(value: object, path: string, ancestors: Set<object>): string {
  if (ancestors.has(value)) throw new TypeError(`The value at ${path} contains itself.`);
  ancestors.add(value);
  const text = Array.isArray(value) ? writeArray(value, path, ancestors) : writeFields(value, path, ancestors);
  ancestors.delete(value);
  return text;
}

function writeArray(items: readonly unknown[], path: string, ancestors: Set<object>): string {
  const texts: string[] = [];
  for (let index = 0; index < items.length; index += 1) {
    if (!Object.hasOwn(items, index)) throw new TypeError(`There is a sparse array item at ${path}[${index}].`);
    texts.push(write(items[index], `${path}[${index}]`, ancestors));
  }
  return `[${texts.join(",")}]`;
}

function writeFields(fields: object, path: string, ancestors: Set<object>): string {
  const prototype: unknown = Object.getPrototypeOf(fields);
  if (prototype !== Object.prototype && prototype !== null) {
    throw new TypeError(`The value at ${path} is not a plain object.`);
  }
  const texts: string[] = [];
  for (const key of Object.keys(fields).sort()) {
    const value: unknown = Reflect.get(fields, key);
    if (value !== undefined) texts.push(`${JSON.stringify(key)}:${write(value, fieldPath(path, key), ancestors)}`);
  }
  return `{${texts.join(",")}}`;
}

function fieldPath(path: string, key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
}
