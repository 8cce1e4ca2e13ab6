import { describe, expect, test } from "vitest";
import { panelLines } from "../../src/approval/panel.ts";
import { type PanelState, textToGiveBack } from "../../src/approval/panel-model.ts";
import { update } from "../../src/approval/panel-state.ts";
import { conversationFingerprint } from "../../src/contract/runtime/conversation.ts";
import { lineText } from "../../src/ui/line.ts";
import { nastyTexts } from "../ui/nasty-texts.ts";
import { aSubject, sealA, sealB } from "./a-subject.ts";
import { aPanel, deliberately, key, type Press, paste, pressed } from "./panel-driver.ts";

function shown(state: PanelState): string {
  return panelLines(state).map(lineText).join("\n");
}

const kittyApprove = "\u001b[121;5u";

describe("approving", () => {
  test("takes Ctrl+Y after half a second without a key, and is for the fingerprint on screen", () => {
    const state = pressed(aPanel(aSubject({ seal: sealB })), [key.approve, 500]);
    expect(state.outcome).toEqual({ kind: "approved", executionFingerprint: sealB, viewedFullPrompt: false });
  });

  test.each<[string, Press[]]>([
    ["before half a second has passed", [[key.approve, 499]]],
    [
      "half a second after the panel but right after a key",
      [
        ["x", 900],
        [key.approve, 1300],
      ],
    ],
    [
      "right after scrolling",
      [
        [key.down, 900],
        [key.approve, 1300],
      ],
    ],
    ["as a key repeat", [["\u001b[121;5:2u", 2000]]],
    ["first in bytes that arrived together", [[`${key.approve}and more`, 2000]]],
    ["inside a paste", [[paste(`a${key.approve}b`), 2000]]],
    [
      "while the reason is written",
      [
        ["r", 1000],
        [key.approve, 2000],
      ],
    ],
    ["ten minutes after the panel appeared", [[key.approve, 600_000]]],
    ["with Enter", [[key.enter, 2000]]],
    ["with Space", [[" ", 2000]]],
    ["with y", [["y", 2000]]],
    [
      "with Y and Enter",
      [
        ["Y", 2000],
        [key.enter, 4000],
      ],
    ],
    ["with a page", [[paste("yes\n\ny\nCtrl+Y\n".repeat(50)), 2000]]],
  ])("does not happen %s", (_, presses) => {
    expect(pressed(aPanel(), ...presses).outcome).toBeNull();
  });

  test("works with terminals that report modified keys", () => {
    expect(pressed(aPanel(), [kittyApprove, 700]).outcome?.kind).toBe("approved");
    expect(pressed(aPanel(), ["\u001b[27;5;121~", 700]).outcome?.kind).toBe("approved");
  });

  test("is one decision: later keys change nothing", () => {
    const approved = deliberately(aPanel(), key.approve);
    expect(deliberately(approved, key.escape, "r")).toBe(approved);
  });
});

describe("the other endings", () => {
  test("Esc is not now, at once", () => {
    expect(pressed(aPanel(), [key.escape, 1]).outcome).toEqual({ kind: "dismissed" });
  });

  test("abort and Ctrl+C abort", () => {
    expect(update(aPanel(), { type: "abort" }).outcome).toEqual({ kind: "aborted" });
    expect(pressed(aPanel(), [key.interrupt, 1]).outcome).toEqual({ kind: "aborted" });
  });
});

describe("rejecting", () => {
  test("takes a ready reason and Enter", () => {
    expect(deliberately(aPanel(), "r", "2", key.enter).outcome).toEqual({ kind: "rejected", reason: "too expensive" });
  });

  test("takes a written reason with line breaks", () => {
    const state = pressed(
      aPanel(),
      ["r", 1000],
      ["only", 2000],
      [" this", 2100],
      ["\u001b[13;2u", 2200],
      ["lock", 2300],
      [key.enter, 3000],
    );
    expect(state.outcome).toEqual({ kind: "rejected", reason: "only this\nlock" });
  });

  test("needs a reason that a model will read, says so, and a pause before Enter", () => {
    const missed = deliberately(aPanel(), "r", key.enter);
    expect(missed).toMatchObject({ outcome: null, reasonMissed: true });
    expect(shown(missed)).toContain("choose or write a reason first");
    const back = deliberately(missed, key.escape, "r");
    expect(shown(back)).not.toContain("reason first");
    expect(shown(deliberately(missed, "x"))).not.toContain("reason first");
    expect(pressed(aPanel(), ["r", 1000], ["no", 2000], [key.enter, 2100]).outcome).toBeNull();
  });

  test("needs none for a person's own run, to which no ready reason is offered", () => {
    const own = aPanel(aSubject({ asker: "person" }));
    expect(shown(deliberately(own, "r"))).not.toMatch(/do it yourself|1-4/);
    expect(deliberately(own, "r", key.enter).outcome).toEqual({ kind: "rejected", reason: "" });
    expect(deliberately(own, "r", "1", key.enter).outcome).toEqual({ kind: "rejected", reason: "1" });
  });

  test("goes back with Esc, keeps the draft, and gives it back when it was not sent", () => {
    const back = deliberately(aPanel(), "r", "later maybe", key.escape);
    expect(back).toMatchObject({ mode: "reading", outcome: null, reason: "later maybe" });
    expect(textToGiveBack(deliberately(back, "x", key.escape))).toBe("x\nlater maybe");
  });

  test("forgets a ready reason that was left with Esc, and sets apart what is written behind one", () => {
    const back = deliberately(aPanel(), "r", "1", key.escape);
    expect(back).toMatchObject({ mode: "reading", reason: "" });
    const again = pressed(back, ["r", 4000], ["already reviewed", 5000], [key.enter, 6000]);
    expect(again.outcome).toEqual({ kind: "rejected", reason: "already reviewed" });
    const both = deliberately(aPanel(), "r", "1", "already reviewed", key.enter);
    expect(both.outcome).toEqual({ kind: "rejected", reason: "wrong scope; already reviewed" });
    expect(deliberately(aPanel(), "r", "1", "3").reason).toBe("do it yourself");
  });

  test("bounds the reason", () => {
    const outcome = deliberately(aPanel(), "r", paste("x".repeat(10_000)), key.enter).outcome;
    expect(outcome?.kind === "rejected" && outcome.reason.length).toBeLessThan(2100);
  });
});

describe("editing the task", () => {
  test("takes e, a changed task and Enter, and decides nothing about this plan", () => {
    const edited = deliberately(aPanel(), "e", " only", key.enter);
    expect(edited.outcome).toEqual({ kind: "edited", task: "Review src/lock.ts only" });
    expect(textToGiveBack(edited)).toBe("");
  });

  test("takes pastes and wide characters where the cursor is", () => {
    const state = deliberately(aPanel(), "e", "\u001b[H", paste("漢字\nand "), key.enter);
    expect(state.outcome).toEqual({ kind: "edited", task: "漢字\nand Review src/lock.ts" });
  });

  test("leaves everything as it is with Esc, without a change, and without a task", () => {
    expect(deliberately(aPanel(), "e", key.escape)).toMatchObject({ mode: "reading", outcome: null });
    expect(deliberately(aPanel(), "e", key.enter)).toMatchObject({ mode: "reading", outcome: null });
    const emptied = Array.from({ length: 30 }, () => key.backspace);
    expect(deliberately(aPanel(), "e", ...emptied, key.enter)).toMatchObject({ mode: "reading", outcome: null });
  });

  test("breaks the line where Enter follows at once, keeps the draft over Esc, and gives it back unsent", () => {
    const state = pressed(
      aPanel(),
      ["e", 1000],
      ["x", 2000],
      [key.enter, 2100],
      [key.escape, 4000],
      [key.escape, 6000],
    );
    expect(state.outcome).toEqual({ kind: "dismissed" });
    expect(textToGiveBack(state)).toBe("Review src/lock.tsx");
    expect(state.draft?.text).toBe("Review src/lock.tsx\n");
  });

  test("Ctrl+Y does not approve meanwhile", () => {
    expect(deliberately(aPanel(), "e", "x", key.approve).outcome).toBeNull();
  });

  test("prose that begins with e is prose", () => {
    const state = pressed(aPanel(), ["e", 1000], ["v", 1100], ["e", 1200], ["r", 1300]);
    expect(state).toMatchObject({ mode: "reading", typed: "ever", outcome: null });
  });
});

describe("the next one that waits", () => {
  const several = { ...aPanel(), place: { n: 1, of: 3 } };

  test("comes with ] once no text followed it, and nothing is decided", () => {
    const pressedOnce = pressed(several, ["]", 1000]);
    expect(pressedOnce.outcome).toBeNull();
    expect(update(pressedOnce, { type: "tick", at: 1600 }).outcome).toEqual({ kind: "postponed" });
  });

  test("does not come when ] began prose, or nobody else waits", () => {
    const prose = pressed(several, ["]", 1000], ["x", 1200]);
    expect(update(prose, { type: "tick", at: 3000 })).toMatchObject({ outcome: null, typed: "]x" });
    expect(update(pressed(aPanel(), ["]", 1000]), { type: "tick", at: 3000 }).outcome).toBeNull();
  });
});

describe("comparing what is shown with what is sealed", () => {
  const sealed = (text: string) => {
    const subject = aSubject({ systemPrompt: text, task: `${text}!` });
    const plan = { ...subject.plan, conversationFingerprint: conversationFingerprint(subject.plan.conversation) };
    return { ...subject, plan };
  };

  test.each(Object.entries(nastyTexts).filter(([name]) => name !== "surrogates"))("%s is the same", (_, text) => {
    for (const columns of [20, 24, 80]) {
      expect(deliberately(aPanel(sealed(text), { columns, rows: 24 }), "v").verified).toBe("same");
    }
  });

  test("another sealed text is told apart, and a screen too narrow says so", () => {
    expect(deliberately(aPanel(), "v").verified).toBe("different");
    expect(deliberately(aPanel(sealed("x"), { columns: 9, rows: 24 }), "v").verified).toBe("too-narrow");
  });
});

describe("reading", () => {
  const long = aSubject({ task: Array.from({ length: 300 }, (_, index) => `line ${index}`).join("\n") });

  test("turns pages by number and by Tab", () => {
    expect(deliberately(aPanel(), "2").page).toBe("prompt");
    expect(deliberately(aPanel(), key.tab, key.tab).page).toBe("changed");
    expect(deliberately(aPanel(), "?", key.escape)).toMatchObject({ page: "task", outcome: null });
  });

  test("records that the whole prompt was on screen, only when no part was skipped", () => {
    const pages = Array.from({ length: 40 }, () => key.pageDown);
    expect(deliberately(aPanel(long), "2", ...pages).viewedFullPrompt).toBe(true);
    expect(deliberately(aPanel(long), "2", key.end).viewedFullPrompt).toBe(false);
    expect(deliberately(aPanel(long), ...pages).viewedFullPrompt).toBe(false);
    expect(deliberately(aPanel(), "2").viewedFullPrompt).toBe(true);
  });

  test("a resize there and back keeps plan, page and place", () => {
    const before = deliberately(aPanel(long), "2", key.pageDown, key.pageDown, key.down);
    const resized = [20, 200, 1, 80].reduce(
      (state, columns) => update(state, { type: "resize", size: { columns, rows: 24 } }),
      before,
    );
    expect(resized.scroll).toEqual(before.scroll);
    expect(resized).toMatchObject({ page: "prompt", outcome: null, content: { executionFingerprint: sealA } });
  });

  test("a clock changes nothing until something shown changes", () => {
    const state = aPanel();
    expect(update(state, { type: "tick", at: 400 })).toBe(state);
    expect(update(state, { type: "tick", at: 600 })).not.toBe(state);
  });
});
