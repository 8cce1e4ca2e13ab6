import type { PiComponent } from "../../src/ui/pi-component.ts";
import type { PiUi } from "../../src/ui/pi-ui.ts";

/** Pi with a screen, as far as a view sees it. */
export function aPi(size = { columns: 80, rows: 24 }) {
  let component: (PiComponent & { dispose?(): void }) | undefined;
  const pasted: string[] = [];
  const ui: PiUi = {
    custom(factory) {
      return new Promise((resolve) => {
        const theme = { fg: (_: string, text: string) => text, bold: (text: string) => text };
        const tui = { requestRender: () => {}, terminal: size };
        const made = factory(tui, theme, undefined, (result) => {
          component = undefined;
          resolve(result);
          made.dispose?.();
        });
        component = made;
      });
    },
    pasteToEditor: (text) => void pasted.push(text),
  };
  return {
    ui,
    pasted,
    isOpen: () => component !== undefined,
    press: (bytes: string) => component?.handleInput(bytes),
    screen: () => component?.render(size.columns) ?? [],
  };
}

/** Pi without a screen: the factory is never called. */
export function aPiWithoutScreen(): PiUi {
  // What Pi resolves with is whatever a caller hoped for, which is why it must not be looked at.
  return { custom: <T>() => Promise.resolve(undefined as T), pasteToEditor: () => {} };
}

/** For what asks on a screen, and in dialogs only where there is none. */
export async function noDialogs(): Promise<never> {
  throw new Error("A Pi with a screen asks on it.");
}

/** What waits to be read is read at once, and `press` is how it arrives. */
export function aClock() {
  let now = 0;
  const ticks = new Set<() => void>();
  const later = new Set<{ readonly at: number; readonly callback: () => void }>();
  const nextUntil = (end: number) =>
    [...later].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
  return {
    now: () => now,
    every(_: number, tick: () => void) {
      ticks.add(tick);
      return () => ticks.delete(tick);
    },
    after(milliseconds: number, callback: () => void) {
      const timer = { at: now + milliseconds, callback };
      later.add(timer);
      return () => void later.delete(timer);
    },
    afterInput: (callback: () => void) => callback(),
    advance(milliseconds: number) {
      const end = now + milliseconds;
      for (let next = nextUntil(end); next; next = nextUntil(end)) {
        later.delete(next);
        now = next.at;
        next.callback();
      }
      now = end;
      for (const tick of [...ticks]) tick();
    },
    running: () => ticks.size + later.size,
  };
}

/** Resolves once the condition holds; Ink may still be loading. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}
