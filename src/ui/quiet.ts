import type { KeyEvent } from "./view.ts";

const quietMs = 500;

/** When a view last had a key, or came to be on the screen. */
export interface LastKey {
  readonly lastKeyAt: number;
}

export function isQuiet({ lastKeyAt }: LastKey, at: number): boolean {
  return at - lastKeyAt >= quietMs;
}

/** Pressed after a pause, by itself. */
export function isDeliberate(state: LastKey, { idleAt, burst }: KeyEvent): boolean {
  return isQuiet(state, idleAt) && !burst;
}
