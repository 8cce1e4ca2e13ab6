import { expect, test } from "vitest";
import { error, warning } from "../../src/contract/diagnostic.ts";
import { diagnosticLine } from "../../src/contract/diagnostic-line.ts";

test("names level, code, message, file, line, column and field", () => {
  const fault = error("config.type", "Must be a number.", {
    file: ".pi/forge/subagents.json",
    line: 3,
    column: 5,
    path: "timeoutMs",
  });
  expect(diagnosticLine(fault)).toBe("error config.type: Must be a number. (.pi/forge/subagents.json:3:5 timeoutMs)");
});

test("leaves out what is not known", () => {
  expect(diagnosticLine(warning("a.b", "Text."))).toBe("warning a.b: Text.");
});

test("a quoted control sequence or line break cannot reach the terminal", () => {
  const line = diagnosticLine(error("a.b", "Value \u001b[2J\nfake line \u202e."));
  expect(line).not.toMatch(/[\u0000-\u001f\u202e]/);
});
