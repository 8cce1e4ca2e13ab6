interface Joined {
  readonly texts: readonly string[];
  readonly text: string;
}

/**
 * Texts with a blank line between them. A prompt is compiled twice before it is sealed, once for another task, and making a text of
 * hundreds of kilobytes costs more than to see that it is the one of before. It is remembered until memory is collected, not longer.
 */
export const joinTexts = rememberingLast((texts) => texts.join("\n\n"));

function rememberingLast(join: (texts: readonly string[]) => string): (texts: readonly string[]) => string {
  let last: WeakRef<Joined> | undefined;
  return (texts) => {
    const known = last?.deref();
    if (known && known.texts.length === texts.length && known.texts.every((each, index) => each === texts[index]))
      return known.text;
    const text = join(texts);
    last = new WeakRef({ texts: [...texts], text });
    return text;
  };
}
