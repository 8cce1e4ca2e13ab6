import type { ApprovalSubject } from "../../src/approval/approver.ts";
import { listLines } from "../../src/approval/list.ts";
import { listState, updateList } from "../../src/approval/list-state.ts";
import { panelLines } from "../../src/approval/panel.ts";
import { panelContent } from "../../src/approval/panel-content.ts";
import type { PanelState } from "../../src/approval/panel-model.ts";
import { update } from "../../src/approval/panel-state.ts";
import { runningLine } from "../../src/approval/running-line.ts";
import { stripContent, stripLines } from "../../src/approval/strip.ts";
import { judgedSetup } from "../../src/contract/runtime/setup-fingerprint.ts";
import { type Line, lineText, noColour } from "../../src/ui/line.ts";
import { linesComponent } from "../../src/ui/lines-component.ts";
import { collapsedResult, expandedResult, type ResultSummary } from "../../src/ui/result-view.ts";
import type { Size } from "../../src/ui/view.ts";
import { aSubject, facts } from "./a-subject.ts";
import { aPanel, deliberately, paste } from "./panel-driver.ts";

/** A subject in which every text that may come from outside is this one. */
export function hostileSubject(text: string): ApprovalSubject {
  const destination = { ...facts().destination, host: text, proxy: text };
  const subject = aSubject({
    task: text,
    systemPrompt: text,
    facts: facts({ destination, root: text, environment: [text], deniedPaths: [text], allowedPaths: [text] }),
    profile: { id: text, name: text, description: text, from: text },
    host: text,
    enables: { file: text, difference: [text] },
    trustedSince: text,
    home: text,
    attached: [{ source: text, bytes: 1 }],
    diagnostics: [{ level: "warning", code: "x.y", message: text }],
  });
  const judged = judgedSetup(subject.plan);
  const before = { ...judged, prompt: { ...judged.prompt, systemPrompt: `${text}!` }, facts: null };
  const lastYes = { approvedAt: text, setup: text, times: 1, host: text, judged: before };
  return { ...subject, setup: { judged, fingerprint: text }, lastYes };
}

/** What a text becomes at a size: rows, and whether all of the size is filled. */
export type Sink = (size: Size) => readonly string[];

/** Every place where a text from outside reaches a terminal, by name. */
export function sinksOf(text: string): ReadonlyMap<string, Sink> {
  const subject = hostileSubject(text);
  const shown = aPanel(subject);
  const short = stripContent(subject, 0);
  const several = listOf(subject, shown.size);
  const drawn = (state: PanelState) => (size: Size) => plain(panelLines(update(state, { type: "resize", size })));
  const summary: ResultSummary = {
    profile: text,
    runId: text,
    status: "failed",
    model: text,
    reason: text,
    filesRead: [text],
    refusedPaths: [text],
    approval: text,
    answer: text,
    stoppedBy: text,
    whole: text,
  };
  const pages = ["1", "2", "3", "4", "5", "?"].map((page): [string, Sink] => [
    `page ${page}`,
    drawn(page === "1" ? shown : deliberately(shown, page)),
  ]);
  return new Map<string, Sink>([
    ...pages,
    ["reject", drawn(deliberately(shown, "r", paste(text)))],
    ["edit", drawn(deliberately(shown, "e"))],
    ["strip", (size) => plain(stripLines({ ...shown, size }, short))],
    ["list", (size) => plain(listLines(updateList(several, { type: "resize", size })))],
    ["result", ({ columns }) => component((width) => collapsedResult(summary, width), columns)],
    ["expanded result", ({ columns }) => component((width) => expandedResult(summary, width), columns)],
    ["running", ({ columns }) => component(() => [running(text, columns)], columns)],
  ]);
}

function listOf(subject: ApprovalSubject, size: Size) {
  const other = { ...subject, plan: { ...subject.plan, executionFingerprint: `sha256:v1:${"0".repeat(64)}` } };
  return listState({ waiting: [subject, other], lookedAt: new Set(), contentOf: panelContent, size, at: 0 });
}

function running(text: string, columns: number): Line {
  return runningLine({ title: text, known: { tool: text, turn: 1 } }, { now: 0, columns, cancel: "Esc cancels" });
}

function plain(lines: readonly Line[]): readonly string[] {
  return lines.map(lineText);
}

function component(lines: (width: number) => readonly Line[], columns: number): readonly string[] {
  return linesComponent(lines, noColour).render(columns);
}
