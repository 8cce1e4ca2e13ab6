interface Joined {
  readonly texts: readonly string[];
  readonly text: string;
}

let last: WeakRef<Joined> | undefined;

/**
 * Texts with a blank line between them. A prompt is compiled twice before it is sealed, once for another task, and making a text of
 * hundreds of kilobytes costs more than to see that it is the one of before.
 */
export function joinTexts(texts: readonly string[]): string {
  const known = last?.deref();
  if (known && known.texts.length === texts.length && known.texts.every((each, index) => each === texts[index]))
    return known.text;
  const text = texts.join("\n\n");
  last = new WeakRef({ texts: [...texts], text });
  return text;
}
