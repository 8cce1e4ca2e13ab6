import type { ReactElement } from "react";
import { escapeText } from "../text/escape.ts";
import { formatBytes, formatSeal } from "../text/format.ts";
import { displayWidth, fitWidth } from "../text/measure.ts";
import { framedRow } from "../ui/frame.ts";
import type { Ink } from "../ui/ink.ts";
import { type KeyHint, keyHints } from "../ui/key-hints.ts";
import { fitLine, type Line, line, lineText, type Palette, padLine, span } from "../ui/line.ts";
import { screen } from "../ui/screen.ts";
import type { ApprovalSubject } from "./approver.ts";
import { askedEdge } from "./asked-edge.ts";
import { mostForms } from "./cost.ts";
import { keptEdge, keptForms, readiness, reasonGoesTo, reasonRows } from "./deciding.ts";
import { firstFitting } from "./fact-row.ts";
import { grantInWords } from "./grant-offer.ts";
import { differences, numbersInWords } from "./list-group.ts";
import { listLayout, listWindow } from "./list-layout.ts";
import { isKnown, type ListState, offersGrant } from "./list-state.ts";
import { rejectingKeys } from "./panel-keys.ts";
import { limitsInWords, shownPath, timeInWords } from "./panel-words.ts";
import { taskLine } from "./strip.ts";

export function list(ink: Ink, state: ListState, palette: Palette): ReactElement {
  return screen(ink, listLines(state), palette);
}

/** Exactly `size.rows` rows of exactly `size.columns` columns. */
export function listLines(state: ListState): Line[] {
  const { columns, rows } = state.panel.size;
  const { framed, textWidth, commonRows, itemRows, keyRows } = listLayout(state);
  const rejecting = state.panel.mode === "rejecting";
  const body = rejecting ? reasonRows(state.panel, textWidth, itemRows) : itemLines(state, textWidth);
  while (body.length < itemRows) body.push([]);
  const common = rejecting ? [rejectTitle(state)] : commonLines(state, textWidth);
  const lines = [
    ...padded(common.slice(0, commonRows), commonRows),
    ...body.slice(0, itemRows),
    ...keyLines(state, textWidth, keyRows),
    sealLine(state, textWidth, framed),
  ];
  const inner = lines.slice(0, rows - (framed ? 2 : 0)).map((each) => fitLine(each, textWidth));
  const all = framed
    ? [titleEdge(state), ...inner.map((each) => framedRow(each, columns)), keptEdge(state.panel)]
    : inner;
  return padded(all, rows).map((each) => padLine(each, columns));
}

function padded(lines: readonly Line[], rows: number): Line[] {
  return Array.from({ length: rows }, (_, index) => lines[index] ?? []);
}

function titleEdge({ waiting, panel: { content, size } }: ListState): Line {
  const title = [span(`APPROVE ${waiting.length} RUNS`, "strong")];
  return askedEdge([title], { content, place: { n: 1, of: 1 } }, size.columns);
}

function commonLines(state: ListState, width: number): Line[] {
  const [first] = state.group;
  if (!first) return [line("No two of them have the same setup: each is decided alone.", "muted")];
  const { plan, profile, lastYes } = first;
  const { model, facts, limits } = plan.preflight;
  const label = `Same for ${numbersOf(state.group, state)}  `;
  const indent = width < 60 ? "  " : " ".repeat(displayWidth(label));
  const tools = plan.effectiveTools.map(({ name }) => escapeText(name)).join(" ") || "no tools";
  const familiar = isKnown(first, state);
  const each = `each ${limitsInWords(limits, first.idleTimeoutMs)}`;
  return [
    [
      span(label, "accent"),
      span(escapeText(profile.id), "strong"),
      span(` · ${escapeText(model.provider)}/${escapeText(model.id)} → `),
      span(escapeText(facts?.destination.host ?? "the backend does not say"), "strong"),
    ],
    [
      span(
        `${indent}${tools}  under ${escapeText(shownPath(facts?.root ?? plan.promptRuntime.options.cwd, first.home))}`,
      ),
    ],
    firstFitting(
      [...mostForms(plan).map((most) => `${indent}${each}, ${most}`), `${indent}${each}`, `  ${each}`].map((form) => [
        span(form),
      ]),
      width,
    ),
    familiar
      ? [
          span(
            `${indent}setup unchanged${lastYes ? ` since your yes ${timeInWords(lastYes.approvedAt, state.panel.now)}` : ""}`,
            "muted",
          ),
        ]
      : [
          span(
            `${indent}${lastYes ? "NOT the setup of your last yes" : "not approved before"}: Enter shows one in full`,
            "warning",
          ),
        ],
  ];
}

function itemLines(state: ListState, width: number): Line[] {
  const { from, count } = listWindow(state);
  return state.waiting.slice(from, from + count).map((each) => itemLine(state, each, width));
}

function itemLine(state: ListState, subject: ApprovalSubject, width: number): Line {
  const { selected, group, waiting } = state;
  const [common] = group;
  const differs = common !== undefined && !group.includes(subject);
  const number = String(waiting.indexOf(subject) + 1).padStart(String(waiting.length).length);
  const mark = [
    span(subject === selected ? "> " : "  ", "accent"),
    span(differs ? "! " : "  ", "warning"),
    span(`${number}  `, subject === selected ? "strong" : "plain"),
  ];
  const seal: Line = [span(`  ${formatSeal(subject.plan.executionFingerprint).slice(0, 9)}`, "muted")];
  const text =
    differs || common === undefined
      ? aloneLine(subject, common)
      : [...attachedLine(subject), ...taskLine(subject.task)];
  const room = Math.max(0, width - displayWidth(lineText([...mark, ...seal])));
  return [...mark, ...padLine(text, room), ...seal];
}

function aloneLine(subject: ApprovalSubject, common: ApprovalSubject | undefined): Line {
  const { profile, plan } = subject;
  const what = common
    ? [span("DIFFERS ", "warning"), span(`${differences(subject, common).join(", ")}  `, "warning")]
    : [];
  return [
    ...what,
    span(escapeText(profile.id), "strong"),
    span(` → ${escapeText(plan.preflight.facts?.destination.host ?? "unknown")}  `),
    ...attachedLine(subject),
    ...taskLine(subject.task),
  ];
}

/** No part of a setup, so a row says of its own plan what goes along with the task. */
function attachedLine({ attached = [] }: ApprovalSubject): Line {
  const [first] = attached;
  if (!first) return [];
  const bytes = attached.reduce((sum, each) => sum + each.bytes, 0);
  const what = attached.length === 1 ? fitWidth(escapeText(first.source), 24) : `${attached.length} sources`;
  return [span(`attached ${what} (${formatBytes(bytes)})  `, "warning")];
}

function keyLines(state: ListState, width: number, rows: number): Line[] {
  const [deciding, others] = state.panel.mode === "rejecting" ? [rejectingKeys(state.panel), []] : listKeys(state);
  if (rows === 0) return [];
  return rows === 1
    ? [keyHints([...deciding, ...others], width)]
    : [keyHints(deciding, width), keyHints(others, width)];
}

/** Those that run something, and the others. */
function listKeys(state: ListState): readonly [KeyHint[], KeyHint[]] {
  const { selected, group, panel } = state;
  const [first] = group;
  const one = numbersOf([selected], state);
  const several = numbersOf(group, state);
  const runsAll = first !== undefined && isKnown(first, state);
  const offered = offersGrant(state) ? panel.content.grant : null;
  return [
    [
      { key: "Ctrl+Y", does: isKnown(selected, state) ? `run ${one}` : `look at ${one} first` },
      ...(offered ? [{ key: "Ctrl+G", does: grantInWords(offered) }] : []),
      ...(runsAll ? [{ key: "Ctrl+B", does: `run ${several}${offered ? "" : " (each shown)"}` }] : []),
    ],
    [
      { key: "r", does: `reject ${one}` },
      ...(group.length > 0 ? [{ key: "R", does: `reject ${several}` }] : []),
      { key: "Enter", does: `see all of ${one}` },
      { key: "Esc", does: `not now ${one}` },
      { key: "↑↓", does: "choose" },
    ],
  ];
}

function sealLine(state: ListState, width: number, framed: boolean): Line {
  const { panel } = state;
  const seal = [span("seal "), span(formatSeal(panel.content.executionFingerprint), "strong")];
  const ready: Line = [...seal, span("   "), ...readiness(panel, listKeys(state)[0])];
  const kept = panel.typed === "" || !framed ? keptForms(panel) : [];
  return firstFitting([...kept.map((each) => [...ready, span("   "), ...each]), ready], width);
}

function rejectTitle(state: ListState): Line {
  const which = `REJECT ${numbersOf(state.rejecting, state)} of ${state.waiting.length}`;
  return [span(which, "warning"), span(` ─ ${reasonGoesTo(state.panel.content.asker)}`)];
}

function numbersOf(subjects: readonly ApprovalSubject[], { waiting }: ListState): string {
  return numbersInWords(subjects.map((each) => waiting.indexOf(each) + 1));
}
