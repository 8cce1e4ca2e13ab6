/** Where the next word comes from. `rest` is everything that was not taken, verbatim. */
export interface Tokens {
  /** The next word, or the one after `skipped` others; it is not taken. */
  peek(skipped?: number): string | undefined;
  take(): string | undefined;
  /** Every word that was not taken; of a typed line without what stands in double quotes. */
  words(): readonly string[];
  /** The value of an option: in a typed line it may be quoted, with `\"` and `\\` inside. */
  takeValue(): string | undefined;
  rest(): string;
}

const quoted = String.raw`"((?:[^"\\]|\\.)*)"(?=\s|$)`;
const optionWithQuotedValue = new RegExp(String.raw`^\s*(--[\w-]+=)${quoted}`, "s");
const quotedValue = new RegExp(String.raw`^\s*${quoted}`, "s");

/** The words of a line that a person typed. */
export function typedTokens(line: string): Tokens {
  let position = 0;
  const next = (from: number): Word | undefined => wordAt(line, from, optionWithQuotedValue);
  const advance = (word: Word | undefined) => {
    position = word?.end ?? position;
    return word?.text;
  };
  return {
    peek(skipped = 0) {
      let word = next(position);
      for (let count = 0; word && count < skipped; count += 1) word = next(word.end);
      return word?.text;
    },
    take: () => advance(next(position)),
    takeValue: () => advance(wordAt(line, position, quotedValue)),
    words: () =>
      line
        .slice(position)
        .replace(/"[^"]*"/g, '""')
        .split(/\s+/),
    // One blank separates; every further one is part of the task.
    rest: () => line.slice(position).replace(/^\s/, ""),
  };
}

/** The words that a shell hands over; it has taken the quotes off. */
export function argumentTokens(args: readonly string[]): Tokens {
  let index = 0;
  const take = () => args[index++];
  return {
    peek: (skipped = 0) => args[index + skipped],
    take,
    words: () => args.slice(index),
    takeValue: take,
    rest: () => args.slice(index).join(" "),
  };
}

interface Word {
  readonly text: string;
  readonly end: number;
}

/** The word at a place, up to a blank, unless what is there has the form that may hold blanks. */
function wordAt(line: string, from: number, form: RegExp): Word | undefined {
  const text = line.slice(from);
  const special = form.exec(text);
  if (special) {
    const [whole, ...parts] = special;
    const inside = (parts.at(-1) ?? "").replace(/\\(["\\])/g, "$1");
    return { text: [...parts.slice(0, -1), inside].join(""), end: from + whole.length };
  }
  const plain = /^\s*(\S+)/.exec(text);
  return plain?.[1] === undefined ? undefined : { text: plain[1], end: from + plain[0].length };
}
