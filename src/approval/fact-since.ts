import { escapeText } from "../text/escape.ts";
import { type Line, span } from "../ui/line.ts";
import type { ApprovalSubject } from "./approver.ts";
import { fitted } from "./fact-row.ts";
import { changesSince, type PartName, type SetupChange } from "./panel-changes.ts";
import { timeInWords } from "./panel-words.ts";

/** Named also where nothing of them changed. */
const always: readonly PartName[] = ["model", "where", "tools", "prompt"];

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
export function subjectChanges({ lastYes, setup, host }: ApprovalSubject): SetupChange[] {
  return lastYes && setup ? changesSince(lastYes, setup.judged, host) : [];
}

export function changesLine(subject: ApprovalSubject, width: number, now: number): Line {
  const { lastYes, setup } = subject;
  if (!lastYes || !setup) return [];
  const changes = subjectChanges(subject);
  const same = always
    .filter((part) => !changes.some((each) => each.part === part))
    .map((part) => `${partWords[part]} =`);
  const told = (brief: boolean) =>
    changes.map(
      ({ part, brief: words }) => `${partWords[part].toUpperCase()}${brief && words ? ` ${escapeText(words)}` : ""}`,
    );
  const when = `your yes ${timeInWords(lastYes.approvedAt, now)}  `;
  const form = (before: string, changed: string[]): Line => [
    span(before, "muted"),
    ...(changed.length === 0 ? [] : [span(changed.join(" "), "warning")]),
  ];
  const equal = same.length === 0 ? "" : `${same.join(" ")}  `;
  return fitted(
    [form(`${when}${equal}`, told(true)), form(when, told(true)), form(when, told(false)), form("", told(false))],
    width,
    3,
  );
}
