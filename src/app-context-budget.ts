import type { Diagnostic } from "./contract/diagnostic.ts";
import { itemBytes } from "./contract/product/context-envelope.ts";
import type { ContextItem } from "./contract/product/selected-context.ts";
import { headBytes, headChars } from "./text/cap.ts";

/** What one attachment becomes in the bytes that it gets. */
export interface FittedSource {
  readonly items: readonly ContextItem[];
  /** What did not fit, for the person. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The content of one attachment, which can be asked to take less room. */
export interface ContextSource {
  readonly name: string;
  /** As it is; absent where it is longer than could be read. */
  readonly whole?: FittedSource;
  /** As much of it as `maxBytes` hold; undefined where that is nothing. */
  fit(maxBytes: number): FittedSource | undefined;
}

function bytesOf(items: readonly ContextItem[]): number {
  return items.reduce((bytes, item) => bytes + itemBytes(item), 0);
}

/**
 * Gives every source the same share of the room. What a smaller one does not need goes to the larger ones, so that one long log never
 * crowds out a short file. Undefined stands for a source of which nothing fits.
 */
export function shareRoom(sources: readonly ContextSource[], room: number): readonly (FittedSource | undefined)[] {
  const size = ({ whole }: ContextSource) => (whole ? bytesOf(whole.items) : Number.MAX_SAFE_INTEGER);
  const bySize = [...sources].sort((a, b) => size(a) - size(b));
  const fitted = new Map<ContextSource, FittedSource | undefined>();
  let left = room;
  for (const [index, source] of bySize.entries()) {
    const share = Math.floor(left / (bySize.length - index));
    const taken = source.whole && size(source) <= share ? source.whole : source.fit(share);
    fitted.set(source, taken);
    left -= taken === undefined ? 0 : bytesOf(taken.items);
  }
  return sources.map((source) => fitted.get(source));
}

/** The longest beginning of a text whose item fits, ending with a whole line where there is one. Undefined where no readable part fits. */
export function beginningThatFits(
  text: string,
  maxBytes: number,
  itemOf: (text: string) => ContextItem,
): string | undefined {
  const candidate = headBytes(text, maxBytes);
  const longest = largest(candidate.length, (length) => itemBytes(itemOf(headChars(candidate, length))) <= maxBytes);
  const beginning = headChars(candidate, longest);
  const lines = beginning.length === text.length ? beginning : beginning.slice(0, beginning.lastIndexOf("\n") + 1);
  const kept = lines.trim() === "" ? beginning : lines;
  return kept.trim() === "" ? undefined : kept;
}

/** As many lines as fit, and a last one that counts the rest. Undefined where not even that fits. */
export function linesThatFit(
  lines: readonly string[],
  rest: (count: number) => string,
  fits: (text: string) => boolean,
): string | undefined {
  const text = (count: number) =>
    [...lines.slice(0, count), ...(count < lines.length ? [rest(lines.length - count)] : [])].join("\n");
  if (fits(text(lines.length))) return text(lines.length);
  const count = largest(lines.length - 1, (each) => fits(text(each)));
  return fits(text(count)) ? text(count) : undefined;
}

/** The largest number from 0 to `limit` that passes, where every smaller one passes too. 0 is not asked. */
function largest(limit: number, passes: (value: number) => boolean): number {
  let [low, high] = [0, Math.max(0, limit)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (passes(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
