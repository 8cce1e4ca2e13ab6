import { createTextDocument, type TextDocument } from "../ui/text-document.ts";
import type { ApprovalSubject, Asker } from "./approver.ts";
import { helpSections, idSections, promptSections, rightsSections } from "./panel-documents.ts";
import { type Fact, panelFacts } from "./panel-facts.ts";

export type PageName = "task" | "prompt" | "changed" | "rights" | "ids" | "help";

/** Everything the panel shows, computed once from the sealed plan. */
export interface PanelContent {
  readonly executionFingerprint: string;
  readonly conversationFingerprint: string;
  readonly asker: Asker;
  readonly enables: boolean;
  readonly facts: readonly Fact[];
  readonly pages: Readonly<Record<PageName, TextDocument>>;
}

export function panelContent(subject: ApprovalSubject): PanelContent {
  const { plan } = subject;
  return {
    executionFingerprint: plan.executionFingerprint,
    conversationFingerprint: plan.conversationFingerprint,
    asker: subject.asker,
    enables: subject.enables !== undefined,
    facts: panelFacts(subject),
    pages: {
      task: createTextDocument([{ text: subject.task }]),
      prompt: createTextDocument(promptSections(plan, (subject.attached ?? []).length > 0)),
      changed: createTextDocument([{ heading: "No earlier approval of this profile to compare with.", text: "" }]),
      rights: createTextDocument(rightsSections(subject)),
      ids: createTextDocument(idSections(subject)),
      help: createTextDocument(helpSections),
    },
  };
}
