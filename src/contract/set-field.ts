/** A name that the prototype of all objects holds is defined, not assigned: an own `__proto__` stays a field, and no setter runs. */
export function setField(fields: Record<string, unknown>, key: string, value: unknown): void {
  if (key in fields)
    Object.defineProperty(fields, key, { value, enumerable: true, configurable: true, writable: true });
  else fields[key] = value;
}
