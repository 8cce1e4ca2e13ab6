import { stat } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import type { ApprovalState } from "../../src/approval/approval-state.ts";
import { approvalView } from "../../src/approval/approval-view.ts";
import type { PanelEvent } from "../../src/approval/panel-model.ts";
import { update } from "../../src/approval/panel-state.ts";
import { systemClock } from "../../src/ui/clock.ts";
import { createDeliberateKeys } from "../../src/ui/deliberate-keys.ts";
import { loadInk } from "../../src/ui/ink.ts";
import { createKeyReader } from "../../src/ui/key-reader.ts";
import { decodeKeys, type Key } from "../../src/ui/keys.ts";
import { showInPi } from "../../src/ui/show-in-pi.ts";
import { showInTerminal } from "../../src/ui/show-in-terminal.ts";
import { tickMs, type View } from "../../src/ui/view.ts";
import { aSubject } from "../approval/a-subject.ts";
import { aPanel, key } from "../approval/panel-driver.ts";
import { aClock, aPi, until } from "./fake-pi.ts";
import { aPipeKeyboard, aTerminal, busyFor } from "./pipe-keyboard.ts";

/** More than the pause that an approval takes. */
const longMs = 700;
/** A key that was going to approve has done so by then. */
const decidedMs = 400;

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function aKeyboard() {
  const keyboard = aPipeKeyboard();
  stops.push(keyboard.close);
  return keyboard;
}

/** A view of one run; `drawn` is called with how many frames there were, in the middle of each. */
function aView(drawn: (frames: number) => void = () => {}): View<ApprovalState, PanelEvent> {
  const view = approvalView(aSubject(), { place: () => ({ n: 1, of: 1 }), onPlace: () => () => {} });
  let frames = 0;
  const draw: typeof view.draw = (...given) => {
    frames += 1;
    drawn(frames);
    return view.draw(...given);
  };
  return { ...view, draw };
}

type Ended = { readonly kind: string; readonly state?: { readonly panel: { readonly outcome: unknown } } };
const outcomeOf = (shown: Ended) => shown.state?.panel.outcome;

async function inTerminal(view: ReturnType<typeof aView>, keyboard = aKeyboard()) {
  const terminal = aTerminal(keyboard);
  const asker = new AbortController();
  const ink = await loadInk();
  const ended = showInTerminal(view, { ink, ...terminal, clock: systemClock, signal: asker.signal, coloured: false });
  return { ended, shown: terminal.shown, abort: () => asker.abort() };
}

describe("a key is no approval", () => {
  test("pressed in a terminal while the first frame is still being drawn", async () => {
    const keyboard = aKeyboard();
    const view = aView((frames) => {
      if (frames > 1) return;
      keyboard.press(key.approve);
      busyFor(longMs);
    });
    const { ended, abort } = await inTerminal(view, keyboard);
    await pause(decidedMs);
    abort();
    expect(outcomeOf(await ended)).toEqual({ kind: "aborted" });
  });

  test("pressed right after a first frame that took long to draw", async () => {
    const pi = aPi();
    const clock = aClock();
    const asker = new AbortController();
    const view = aView((frames) => {
      if (frames === 1) clock.advance(longMs);
    });
    const ended = showInPi(view, { ui: pi.ui, ink: await loadInk(), clock, signal: asker.signal, overlay: true });
    pi.screen();
    clock.advance(300);
    pi.press(key.approve);
    clock.advance(decidedMs);
    asker.abort();
    expect(outcomeOf(await ended)).toEqual({ kind: "aborted" });
  });

  test("pressed while something else that was read keeps the process busy", async () => {
    const keyboard = aKeyboard();
    const shownAt = Date.now();
    let state = { ...aPanel(), shownAt, lastKeyAt: shownAt, now: shownAt };
    let read = false;
    const keys = createDeliberateKeys(systemClock, (event) => {
      state = update(state, event);
    });
    keyboard.input.on("data", (bytes: Buffer) => {
      read = true;
      keys.push(decodeKeys(`${bytes}`));
    });
    let beats = 0;
    const beat = () => {
      keys.beat();
      beats += 1;
      if (beats !== 2) return;
      // Read in the very round whose end the beat waits for.
      stat("/", () => {
        keyboard.press(key.approve);
        busyFor(longMs);
      });
      busyFor(50);
    };
    stops.push(systemClock.every(tickMs, beat), keys.stop);
    await until(() => read);
    await pause(decidedMs);
    expect(state.outcome).toBeNull();
  });
});

test("Escape that was read but may begin a sequence comes before a Ctrl+Y that waits", async () => {
  const keyboard = aKeyboard();
  const { ended, shown } = await inTerminal(aView(), keyboard);
  await until(() => shown().includes("ready: press Ctrl+Y"));
  keyboard.input.once("data", () => {
    keyboard.press(key.escape);
    busyFor(300);
  });
  keyboard.press(key.approve);
  expect(outcomeOf(await ended)).toEqual({ kind: "dismissed" });
});

test("a paste that begins right behind a Ctrl+Y makes it no approval, however long it takes", async () => {
  const keyboard = aKeyboard();
  const { ended, shown, abort } = await inTerminal(aView(), keyboard);
  await until(() => shown().includes("ready: press Ctrl+Y"));
  keyboard.input.once("data", () => keyboard.press("\u001b[200~half a page"));
  keyboard.press(key.approve);
  await pause(decidedMs);
  abort();
  expect(outcomeOf(await ended)).toEqual({ kind: "aborted" });
});

test("a deliberate Ctrl+Y approves, also where the process is busy again and again", async () => {
  const keyboard = aKeyboard();
  const { ended, shown } = await inTerminal(aView(), keyboard);
  stops.push(systemClock.every(200, () => busyFor(100)));
  await until(() => shown().includes("ready: press Ctrl+Y"));
  keyboard.press(key.approve);
  expect(outcomeOf(await ended)).toMatchObject({ kind: "approved" });
});

test("an arrow of which a part waits to be read is one", async () => {
  const keyboard = aKeyboard();
  const seen: Key[] = [];
  const reader = createKeyReader({ clock: systemClock, onKeys: (keys) => seen.push(...keys), onHeld: () => {} });
  stops.push(reader.stop);
  keyboard.input.on("data", (bytes: Buffer) => {
    reader.push(bytes);
    if (`${bytes}` !== "\u001b") return;
    keyboard.press("[A");
    busyFor(200);
  });
  keyboard.press("\u001b");
  await until(() => seen.length > 0);
  expect(seen).toEqual([{ kind: "named", name: "up" }]);
});

test("a first frame that cannot be drawn gives the terminal back, with why", async () => {
  const { ended, shown } = await inTerminal(
    aView(() => {
      throw new Error("no frame");
    }),
  );
  expect(await ended).toMatchObject({ kind: "failed", cause: new Error("no frame") });
  await until(() => shown().endsWith("\u001b[?1049l"));
});
