import { afterReading, type UiClock } from "./clock.ts";
import { decodeKeys, type Key } from "./keys.ts";

/** A sequence that is not complete after this is what it looks like: a lone Escape, most often. */
const incompleteMs = 30;
/** A paste whose end does not come is over when nothing more of it came for this long, so that the keyboard is never lost. */
const unclosedMs = 1000;

export interface KeyReaderOptions {
  readonly clock: Pick<UiClock, "after" | "afterInput">;
  readonly onKeys: (keys: readonly Key[]) => void;
  /** Bytes arrived that are no key yet. */
  readonly onHeld: () => void;
}

/** Bytes from a terminal as keys; sequences and pastes may be split anywhere between two reads. */
export function createKeyReader({ clock, onKeys, onHeld }: KeyReaderOptions) {
  const decoder = new TextDecoder();
  let held = "";
  let cancel = () => {};
  const emit = (text: string) => {
    held = "";
    if (text !== "") onKeys(decodeKeys(text));
  };
  const hold = (text: string, milliseconds: number) => {
    held = text;
    onHeld();
    // The rest may wait to be read already, where this process was busy.
    cancel = afterReading(clock, milliseconds, () => emit(text));
  };
  const push = (bytes: Uint8Array | string) => {
    cancel();
    const text = held + (typeof bytes === "string" ? bytes : decoder.decode(bytes, { stream: true }));
    if (isPasteOpen(text)) {
      hold(text, unclosedMs);
      return;
    }
    const rest = /\x1b(?:\[[0-?]*[ -/]*|O)?$/.exec(text);
    if (!rest) {
      emit(text);
      return;
    }
    emit(text.slice(0, rest.index));
    hold(rest[0], incompleteMs);
  };
  return { push, stop: () => cancel() };
}

function isPasteOpen(text: string): boolean {
  return text.lastIndexOf("\x1b[200~") > text.lastIndexOf("\x1b[201~");
}
