/** Where a list says again what it has said before: index and value of every repetition. */
export function* repeated<T>(values: Iterable<T>): Generator<[index: number, value: T]> {
  const seen = new Set<T>();
  let index = 0;
  for (const value of values) {
    if (seen.has(value)) yield [index, value];
    seen.add(value);
    index += 1;
  }
}
