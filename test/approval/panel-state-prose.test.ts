import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { textToGiveBack } from "../../src/approval/panel-model.ts";
import { aPanel, deliberately, key, type Press, paste, pressed, timed } from "./panel-driver.ts";

describe("prose", () => {
  test("that begins with a command letter is undone and given back whole", () => {
    const state = pressed(aPanel(), ["r", 1000], ["e", 1080], ["j", 1160], ["e", 1240], [key.enter, 1320]);
    expect(state).toMatchObject({ mode: "reading", page: "task", outcome: null, typed: "reje\n" });
    expect(textToGiveBack(state)).toBe("reje");
  });

  test("of page keys alone turns the page, and what follows takes that back", () => {
    const turned = pressed(aPanel(), ["2", 1000], ["5", 1300]);
    expect(turned).toMatchObject({ page: "ids", typed: "25", outcome: null });
    expect(pressed(turned, ["4", 1400])).toMatchObject({ page: "rights", typed: "254" });
    expect(pressed(turned, [" files", 1400])).toMatchObject({ page: "task", typed: "25 files" });
    expect(pressed(turned, [key.backspace, 3000])).toMatchObject({ page: "ids", typed: "2" });
    expect(pressed(turned, [key.escape, 1400])).toMatchObject({ outcome: { kind: "dismissed" }, typed: "25" });
    expect(pressed(aPanel(), ["r", 1000], ["2", 1100])).toMatchObject({ mode: "reading", page: "task", typed: "r2" });
  });

  test("? opens the help and closes it", () => {
    expect(deliberately(aPanel(), "?").page).toBe("help");
    expect(deliberately(aPanel(), "?", "?")).toMatchObject({ page: "task", typed: "" });
  });

  test.each(["constructor", "toString", "__proto__"])("%s is text", (word) => {
    expect(pressed(aPanel(), [word, 1000])).toMatchObject({ page: "task", typed: word, doubtful: null });
  });

  test("that follows a ready reason becomes the reason", () => {
    const state = pressed(aPanel(), ["r", 1000], ["1", 2000], ["0", 2100], [" files", 2200]);
    expect(state.reason).toBe("10 files");
  });

  test("a paste is text, however it begins", () => {
    expect(deliberately(aPanel(), paste("r\n2\n")).typed).toBe("r\n2\n");
  });

  const letters = fc.oneof(
    fc.constantFrom("r", "1", "2", "3", "4", "5", "?", " ", "\r", "y", "Y", "e", "]", "v", "\n", paste("y\r\n")),
    fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 1 }),
  );

  test("in a burst never decides, and comes back letter for letter", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(letters, fc.integer({ min: 0, max: 499 })), { minLength: 2 }),
        fc.integer({ min: 0, max: 5000 }),
        (burst, begins) => {
          const presses = timed(burst, begins);
          const state = pressed(aPanel(), ...presses);
          expect(state.outcome).toBeNull();
          expect(state.typed).toBe(
            burst.map(([bytes]) => (bytes === "\r" ? "\n" : bytes === paste("y\r\n") ? "y\n" : bytes)).join(""),
          );
        },
      ),
      { numRuns: 1000 },
    );
  });

  test("at any speed never approves, with any named key but Ctrl+Y", () => {
    const anything = fc.oneof(
      letters,
      fc.constantFrom(key.down, key.pageDown, key.tab, key.backspace, key.end, "\u001b[200~", "\u001b", "\u0019\u0019"),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(anything, fc.integer({ min: 0, max: 2000 }))), (keys) => {
        const state = pressed(aPanel(), ...timed(keys, 0));
        expect(state.outcome?.kind).not.toBe("approved");
      }),
      { numRuns: 1000 },
    );
  });

  test("a held Ctrl+Y from before the panel never approves", () => {
    const held = Array.from({ length: 100 }, (_, index): Press => [key.approve, index * 33]);
    expect(pressed(aPanel(), ...held).outcome).toBeNull();
  });
});
