import { escapeText } from "../text/escape.ts";
import { type Line, span } from "../ui/line.ts";
import type { ApprovalSubject } from "./approver.ts";
import { fitted } from "./fact-row.ts";
import { changesSince, type PartName, type SetupChange } from "./panel-changes.ts";
import { timeInWords } from "./panel-words.ts";

/** Where nothing of anything changed. */
const allTheSame = [
  "same model, destination, tools, files, prompt, limits",
  "same model, host, tools, files, prompt, limits",
  "nothing changed",
];

/** The parts as a person is told them. */
export const partWords: Readonly<Record<PartName, string>> = {
  model: "model",
  where: "where",
  tools: "tools",
  files: "files",
  prompt: "prompt",
  limits: "limit",
  env: "env",
  cost: "price",
  host: "versions",
  rest: "other",
  profile: "profile",
};

/** What changed since this person's last yes; nothing where there was none. */
export function subjectChanges({ lastYes, setup, host, home }: ApprovalSubject): SetupChange[] {
  return lastYes && setup ? changesSince(lastYes, setup.judged, host, home) : [];
}

export function changesLine(subject: ApprovalSubject, width: number, now: number): Line {
  const { lastYes, setup } = subject;
  if (!lastYes || !setup) return [];
  const changes = subjectChanges(subject);
  const when = span(`your yes ${timeInWords(lastYes.approvedAt, now)}  `, "muted");
  if (changes.length === 0) {
    return fitted(
      allTheSame.map((words) => [when, span(words, "muted")]),
      width,
      3,
    );
  }
  const told = (brief: boolean) => {
    const each = ({ part, brief: words }: SetupChange) =>
      `${partWords[part].toUpperCase()}${brief && words ? ` ${escapeText(words)}` : ""}`;
    return span(changes.map(each).join("  "), "warning");
  };
  const equal = span("  the rest is the same", "muted");
  return fitted(
    [
      [when, told(true), equal],
      [when, told(true)],
      [told(true), equal],
      [when, told(false), equal],
      [when, told(false)],
      [told(false)],
    ],
    width,
    3,
  );
}
