import { escapeText } from "../text/escape.ts";
import { fitLine, type Line, type Palette } from "./line.ts";
import { failureFrame, fitFrame, type PiComponent } from "./pi-component.ts";

/** Rows as a Pi component without Ink, for what Pi draws at once and has to be there at once: results in the conversation. */
export function linesComponent(
  lines: (width: number) => readonly Line[],
  palette: Palette,
  onError: (cause: unknown) => void = () => {},
): PiComponent {
  return {
    render(width) {
      try {
        const rows = lines(width).map((line) =>
          fitLine(
            line.map((each) => ({ ...each, text: escapedOnce(each.text) })),
            width,
          )
            .map((each) => (each.text === "" ? "" : palette(each.style, each.text)))
            .join(""),
        );
        return rows.length === 0 ? [] : fitFrame(rows.join("\n"), width, rows.length);
      } catch (cause) {
        onError(cause);
        return failureFrame(width, cause);
      }
    },
    handleInput() {},
    invalidate() {},
  };
}

/** Texts arrive escaped; a control character that was forgotten must still not reach the terminal. */
function escapedOnce(text: string): string {
  return /\p{Cc}/u.test(text) ? escapeText(text) : text;
}
