/** The keys by UTF-16 code units. Sorting a list that is in order costs more than seeing that it is. */
export function sortedKeys(fields: object): string[] {
  const keys = Object.keys(fields);
  for (let index = 1; index < keys.length; index += 1) {
    if ((keys[index] ?? "") < (keys[index - 1] ?? "")) return keys.sort();
  }
  return keys;
}

/** Whether the key may look like an array index: such keys an object does not keep in the order they were set. Says so of a few too many ("0x"). */
export function isIndexLike(key: string): boolean {
  const first = key.charCodeAt(0);
  return first >= 0x30 && first <= 0x39;
}
