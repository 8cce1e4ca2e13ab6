/** Bounds on everything that crosses the port, in both directions. What is over a bound is refused, never cut. */
export const portBounds = {
  /** Characters of all texts and keys of one request: a task of a megabyte and a catalogue fit. */
  requestChars: 8 * 1024 * 1024,
  /** Characters of all texts and keys of one reply: a thousand profiles or a long prompt with its stack fit. */
  replyChars: 32 * 1024 * 1024,
  /** Values of one payload. */
  values: 500_000,
  /** Nesting of one payload. */
  depth: 100,
  /** Characters of an id in an envelope; a message with a longer one is not for us. */
  idChars: 256,
  /** Characters of a selector. */
  selectorChars: 256,
  /** Tools of one catalogue. */
  tools: 256,
  /** Characters of the error line of a failed reply. */
  errorChars: 2_000,
  /** Diagnostics of a failed reply. */
  diagnostics: 200,
} as const;
