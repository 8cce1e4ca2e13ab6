import { createTextDocument, type TextDocument } from "../ui/text-document.ts";
import type { ApprovalSubject, Asker, GrantOffer } from "./approver.ts";
import type { FactRow } from "./fact-row.ts";
import { subjectChanges } from "./fact-since.ts";
import { changeSections, idSections, promptSections, rightsSections } from "./panel-documents.ts";
import { panelFacts } from "./panel-facts.ts";
import { helpSections } from "./panel-help.ts";
import { type Verification, verifyShown } from "./panel-verify.ts";

export type PageName = "task" | "prompt" | "changed" | "rights" | "ids" | "help";

/** Everything the panel shows, computed once from the sealed plan. */
export interface PanelContent {
  readonly executionFingerprint: string;
  readonly conversationFingerprint: string;
  readonly asker: Asker;
  /** What approving does besides. */
  readonly besides: "enable" | "agree" | null;
  readonly grant: GrantOffer | null;
  /** It was opened from the list of those that wait, and Esc goes back there. */
  readonly fromList: boolean;
  /** The facts in rows for a panel that has so many columns for them. */
  readonly facts: (columns: number) => readonly FactRow[];
  /** How many parts of the setup are not as they were at the last yes. */
  readonly changes: number;
  /** The task was edited in an earlier panel. */
  readonly edited: boolean;
  readonly task: string;
  /** Whether the prompt page, drawn in so many columns, reads as what is sealed. */
  readonly verify: (columns: number) => Verification;
  readonly pages: Readonly<Record<PageName, TextDocument>>;
}

export function panelContent(subject: ApprovalSubject, now = Date.now()): PanelContent {
  const { plan } = subject;
  const prompt = createTextDocument(promptSections(plan, (subject.attached ?? []).length > 0));
  const changes = subjectChanges(subject);
  return {
    executionFingerprint: plan.executionFingerprint,
    conversationFingerprint: plan.conversationFingerprint,
    asker: subject.asker,
    besides: besidesOf(subject),
    grant: subject.grant ?? null,
    fromList: false,
    facts: once((columns) => panelFacts(subject, columns, now)),
    changes: changes.length,
    edited: subject.edited === true,
    task: subject.task,
    verify: (columns) => verifyShown(plan, prompt, columns),
    pages: {
      task: createTextDocument([{ text: subject.task }]),
      prompt,
      changed: createTextDocument(changeSections(subject, changes, now)),
      rights: createTextDocument(rightsSections(subject)),
      ids: createTextDocument(idSections(subject)),
      help: createTextDocument(helpSections(subject.grant ?? null)),
    },
  };
}

function besidesOf({ enables }: ApprovalSubject): PanelContent["besides"] {
  if (!enables) return null;
  return enables.enabled || enables.difference ? "agree" : "enable";
}

/** Facts are asked for at every key, and a width seldom changes. */
function once(rows: (columns: number) => readonly FactRow[]): PanelContent["facts"] {
  let known: { readonly columns: number; readonly rows: readonly FactRow[] } | undefined;
  return (columns) => {
    if (known?.columns !== columns) known = { columns, rows: rows(columns) };
    return known.rows;
  };
}
