import { visibleWidth } from "@mariozechner/pi-tui";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { panel, panelLines } from "../../src/approval/panel.ts";
import { update } from "../../src/approval/panel-state.ts";
import { capBytes, capChars } from "../../src/text/cap.ts";
import { decodeEscaped, escapeLines, escapeText } from "../../src/text/escape.ts";
import { displayWidth, fitWidth, wrapWidth } from "../../src/text/measure.ts";
import { loadInk } from "../../src/ui/ink.ts";
import { lineText } from "../../src/ui/line.ts";
import { createPiComponent } from "../../src/ui/pi-component.ts";
import { terminalPalette } from "../../src/ui/terminal-palette.ts";
import type { Size } from "../../src/ui/view.ts";
import { nastyTexts } from "../ui/nasty-texts.ts";
import { aSubject } from "./a-subject.ts";
import { hostileSubject, type Sink, sinksOf } from "./frame-sinks.ts";
import { aPanel, deliberately, key } from "./panel-driver.ts";

/** `npm run test:frames` tries every size and as many texts as were promised; the unit tests a part of them, within seconds. */
const full = process.env.FORGE_AGENT_FRAMES === "full";
const [inputs, frames, widthStep, heightStep] = full ? [1_000_000, 2_000, 1, 1] : [2_000, 10, 80, 33];
const heights = [1, 4, 9, 15, 24, 60];
const widths = [1, 12, 40, 80, 120, 200];
/** Against what hangs; what was promised in full takes long. */
const longest = full ? 3_600_000 : 120_000;

/** A text as long as any prompt; only the views that scroll get to see it whole. */
const megabyte = "The quick brown 狐 jumps over \u202e the lazy dog.\n".repeat(20_000);

/** What no line may hold: controls, bidi overrides, what is not seen, half characters, tags. */
const unsafe =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\p{Surrogate}|[\u{e0000}-\u{e0fff}]/u;

function expectToFit(name: string, sink: Sink, size: Size): void {
  const rows = sink(size);
  if (!/result|running/.test(name) && rows.length > size.rows) throw new Error(`${name}: ${rows.length} rows`);
  for (const row of rows) {
    if (visibleWidth(row) > size.columns || displayWidth(row) > size.columns || unsafe.test(row))
      throw new Error(`${name} at ${size.columns}x${size.rows}: ${JSON.stringify(row)}`);
  }
}

/** Everything is made of them, fifty thousand characters where a name should be: two or three sizes are enough within seconds. */
const long = ["lines", "unbroken"];

describe.each(Object.entries(nastyTexts))("%s", (name, text) => {
  const sinks = [...sinksOf(text)];
  const [byWidth, byHeight] = full || !long.includes(name) ? [widthStep, heightStep] : [200, 60];

  test(
    "fits every width and holds nothing unsafe, in every view",
    () => {
      for (let columns = 0; columns <= 400; columns += byWidth) {
        for (const [index, [view, sink]] of sinks.entries()) {
          const rows = full ? heights : [heights[(columns + index) % heights.length] ?? 24];
          for (const height of rows) expectToFit(view, sink, { columns, rows: height });
        }
      }
    },
    longest,
  );

  test(
    "fits every height, in every view",
    () => {
      for (let rows = 1; rows <= 100; rows += byHeight) {
        for (const [index, [view, sink]] of sinks.entries()) {
          const columns = full ? widths : [widths[(rows + index) % widths.length] ?? 80];
          for (const each of columns) expectToFit(view, sink, { columns: each, rows });
        }
      }
    },
    longest,
  );
});

test(
  "a megabyte of task and prompt fits every size that is tried",
  () => {
    const shown = aPanel(aSubject({ task: megabyte, systemPrompt: megabyte }));
    const states = [shown, deliberately(shown, "2"), deliberately(shown, "e"), deliberately(shown, "2", key.end)];
    for (let columns = 0; columns <= 400; columns += full ? 1 : 80) {
      for (const state of states) {
        const sink: Sink = (size) => panelLines(update(state, { type: "resize", size })).map(lineText);
        for (const rows of full ? heights : [24]) expectToFit("megabyte", sink, { columns, rows });
      }
    }
  },
  longest,
);

describe("through Ink and Pi's component, coloured", () => {
  test.each(Object.entries(nastyTexts))(
    "%s fits",
    async (_, text) => {
      const ink = await loadInk();
      const shown = aPanel(hostileSubject(text));
      const causes: unknown[] = [];
      for (const columns of full ? range(0, 400) : [0, 7, 33, 80]) {
        const size = { columns, rows: 24 };
        const component = createPiComponent({
          ink,
          state: () => update(shown, { type: "resize", size }),
          height: () => size.rows,
          view: (state) => panel(ink, state, terminalPalette(true)),
          onInput: () => {},
          onError: (cause) => causes.push(cause),
        });
        for (const row of component.render(columns)) expect(visibleWidth(row)).toBeLessThanOrEqual(columns);
      }
      expect(causes).toEqual([]);
    },
    longest,
  );
});

/** Any UTF-16, with more of what is dangerous than chance would give. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        "\u001b[31m",
        "\u009b2J",
        "\u0007",
        "\u202e",
        "\u2066",
        "\ud800",
        "\udc00",
        "\u{e0041}",
        "\\u{1b}",
      ),
      fc.constantFrom("e\u0301\u0301\u0301\u0301\u0301", "👩‍👩‍👧‍👦", "🇩🇪🇫", "مرا", "กำ", "\r\n", "\t", "  "),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(""));

test(
  `${inputs} texts through escape, wrap, fit and cap stay safe, whole and within bounds`,
  () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 11, max: 90 }), (text, width) => {
        const escaped = escapeText(text);
        const lines = escapeLines(text);
        const rows = lines.flatMap((line) => wrapWidth(line, width));
        for (const row of [escaped, ...rows, fitWidth(escaped, width)]) if (unsafe.test(row)) throw new Error(row);
        for (const row of rows) if (displayWidth(row) > width) throw new Error(row);
        const decoded = lines.map((line) => decodeEscaped(wrapWidth(line, width).join(""))).join("\n");
        if (decodeEscaped(escaped) !== text || decoded !== text) throw new Error("not faithful");
        if (Buffer.byteLength(capBytes(text, width)) > Math.max(width, 0)) throw new Error("too many bytes");
        if (capChars(text, width).length > width) throw new Error("too many characters");
      }),
      { numRuns: inputs },
    );
  },
  longest,
);

test(
  `${frames} texts through whole frames of every view put nothing unsafe on a line`,
  () => {
    const sizes = fc.record({ columns: fc.integer({ min: 0, max: 200 }), rows: fc.integer({ min: 1, max: 60 }) });
    fc.assert(
      fc.property(hostile, sizes, (text, size) => {
        for (const [name, sink] of sinksOf(text)) expectToFit(name, sink, size);
      }),
      { numRuns: frames },
    );
  },
  longest,
);

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
