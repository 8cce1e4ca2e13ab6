import { worstFirst } from "../contract/diagnostic.ts";
import type { SealedPlan } from "../contract/runtime/sealed-plan.ts";
import { escapeText } from "../text/escape.ts";
import { formatBytes } from "../text/format.ts";
import { type Line, span } from "../ui/line.ts";
import type { ApprovalSubject } from "./approver.ts";
import { costForms } from "./cost.ts";
import { readRows } from "./fact-reads.ts";
import { type FactRow, fitted, labelWidth } from "./fact-row.ts";
import { changesLine } from "./fact-since.ts";
import { destinationRows } from "./fact-where.ts";
import { whoLine } from "./fact-who.ts";
import { boundaryInShort, boundaryInWords, limitsInWords, shortList, shownPath } from "./panel-words.ts";

/** Wide enough for every fact whole, where nobody counts columns. */
const unbounded = 1000;

/** What a person judges, in the order it is read, in rows that fit. Values are escaped here, once. */
export function panelFacts(subject: ApprovalSubject, columns = unbounded, now = Date.now()): FactRow[] {
  const { plan } = subject;
  const width = Math.max(1, columns - labelWidth);
  const limits = limitsInWords(plan.preflight.limits, subject.idleTimeoutMs);
  const rows: FactRow[] = [
    { label: "Who", value: whoLine(subject, width, now), rank: 1 },
    { label: "Where", value: fitted(modelForms(plan), width, 4), rank: 3 },
    ...destinationRows(subject, width),
    { label: "Attach", value: attachedLine(subject, width), rank: 3 },
    ...readRows(subject, width),
    { label: "Guard", value: fitted(guardForms(plan), width, 4), rank: 7 },
    { label: "Stop", value: fitted([[span(limits)]], width, 4), rank: 6 },
    {
      label: "Cost",
      value: fitted(
        costForms(plan).map((words) => [span(words)]),
        width,
        4,
      ),
      rank: 5,
    },
    { label: "Gets", value: environmentLine(plan, width), rank: 9 },
    { label: "Since", value: changesLine(subject, width, now), rank: 4 },
  ];
  return [
    ...enablesRow(subject, width),
    ...rows.filter(({ value }) => value.length > 0),
    ...warningsRow(subject, width),
  ];
}

function attachedLine({ attached = [] }: ApprovalSubject, width: number): Line {
  if (attached.length === 0) return [];
  const named = attached.map(({ source, bytes }) => `${escapeText(source)} (${formatBytes(bytes)})`).join(", ");
  const total = `${attached.length} texts (${formatBytes(attached.reduce((sum, { bytes }) => sum + bytes, 0))})`;
  return fitted(
    [[span(named, "strong"), span("  in full on page 2", "muted")], [span(named, "strong")], [span(total, "strong")]],
    width,
    2,
  );
}

function enablesRow({ enables, home }: ApprovalSubject, width: number): FactRow[] {
  if (!enables) return [];
  const file = escapeText(shownPath(enables.file, home));
  const forms = enableForms(enables, file);
  return [
    {
      label: "Enable",
      value: fitted(
        forms.map((words) => [span(words, "warning")]),
        width,
        4,
      ),
      rank: 0,
    },
  ];
}

function enableForms({ difference, enabled }: NonNullable<ApprovalSubject["enables"]>, file: string): string[] {
  if (difference)
    return [
      "its text changed since you agreed to it: page 3; Ctrl+Y agrees to it",
      "text changed: page 3; Ctrl+Y agrees",
    ];
  if (enabled)
    return ["you have not agreed to its text yet: page 2; Ctrl+Y agrees to it", "new text: page 2; Ctrl+Y agrees"];
  return [`not enabled yet; Ctrl+Y also enables it in ${file}`, `Ctrl+Y also enables it in ${file}`];
}

function warningsRow({ diagnostics }: ApprovalSubject, width: number): FactRow[] {
  const notes = worstFirst(diagnostics.filter(({ code }) => !guardTells.test(code)));
  const [first] = notes;
  if (!first) return [];
  const words = `${notes.length === 1 ? "" : `1 of ${notes.length}: `}${escapeText(first.message)}`;
  return [{ label: "Note", value: fitted([[span(words, "warning")]], width, 4), rank: 8 }];
}

/** What the row above says of every run; page 4 has it too. */
const guardTells = /\.shared-user$/;

function modelForms(plan: SealedPlan): Line[] {
  const { model, thinkingLevel } = plan.preflight;
  const name = span(`${escapeText(model.provider)} / ${escapeText(model.id)}`, "strong");
  return [[name, span(` · thinking ${thinkingLevel}`)], [name]];
}

function guardForms(plan: SealedPlan): Line[] {
  const { access, backend } = plan.preflight;
  const words = boundaryInWords(access.executionBoundary);
  return [
    [span(words), span(`  ${escapeText(backend.id)} ${escapeText(backend.version)}`, "muted")],
    [span(words)],
    [span(boundaryInShort(access.executionBoundary))],
  ];
}

function environmentLine(plan: SealedPlan, width: number): Line {
  const names = plan.preflight.facts?.environment;
  if (names === undefined) return [];
  if (names.length === 0) return [span("no environment variables")];
  // What may hold a secret is worth more of the row than PATH is.
  const telling = [...names].sort((a, b) => Number(secretive.test(b)) - Number(secretive.test(a)));
  const forms = telling.map((_, index) => [span(`env ${shortList(telling, telling.length - index)}`)]);
  return fitted(forms, width, 4);
}

const secretive = /key|token|secret|proxy|cert|auth/i;
