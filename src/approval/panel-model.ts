import type { TextArea } from "../ui/text-area.ts";
import { type Position, start } from "../ui/text-document.ts";
import type { HostEvent, Size } from "../ui/view.ts";
import type { PageName, PanelContent } from "./panel-content.ts";
import { type PanelLayout, panelLayout } from "./panel-layout.ts";
import type { Verification } from "./panel-verify.ts";
import { approvalLifetimeMs } from "./receipt.ts";
import { readyReasons } from "./reject-reason.ts";

export type PanelOutcome =
  | { readonly kind: "approved"; readonly executionFingerprint: string; readonly viewedFullPrompt: boolean }
  | { readonly kind: "rejected"; readonly reason: string }
  | { readonly kind: "edited"; readonly task: string }
  | { readonly kind: "postponed" }
  | { readonly kind: "dismissed" }
  | { readonly kind: "aborted" };

export type PanelEvent = HostEvent | { readonly type: "place"; readonly place: Place };

/** "n of m" of the approvals waiting together. */
export interface Place {
  readonly n: number;
  readonly of: number;
}

export interface PanelState {
  readonly content: PanelContent;
  readonly place: Place;
  readonly size: Size;
  readonly shownAt: number;
  readonly lastKeyAt: number;
  readonly now: number;
  readonly mode: "reading" | "rejecting" | "editing";
  readonly page: PageName;
  readonly scroll: Readonly<Record<PageName, Position>>;
  readonly reason: string;
  /** Enter was pressed before there was one. */
  readonly reasonMissed: boolean;
  /** The task as the person is writing it, from when they first began to. */
  readonly draft: TextArea | null;
  /** `]` was pressed; the next one is shown once it is clear that it was no prose. */
  readonly leaving: boolean;
  /** What `v` found out, for the columns it was asked at. */
  readonly verified: Verification | null;
  /** The last key was one that approves, and did not count. */
  readonly approveMissed: boolean;
  /** What was typed and was no command. */
  readonly typed: string;
  /** A letter that acted as a command and may yet turn out to begin prose, with what to go back to. */
  readonly doubtful: Doubtful | null;
  /** How far the prompt has been on screen without a gap. */
  readonly seen: Position;
  readonly viewedFullPrompt: boolean;
  readonly outcome: PanelOutcome | null;
}

export interface Doubtful {
  /** Empty once it is among what was typed. */
  readonly text: string;
  readonly before: Undoable;
}

/** What a letter that acted as a command may have changed. */
export type Undoable = Pick<PanelState, "mode" | "page" | "reason" | "leaving" | "verified">;

export interface PanelStart {
  readonly content: PanelContent;
  readonly place: Place;
  readonly size: Size;
  readonly at: number;
}

export function panelState({ content, place, size, at }: PanelStart): PanelState {
  return {
    content,
    place,
    size,
    shownAt: at,
    lastKeyAt: at,
    now: at,
    mode: "reading",
    page: "task",
    scroll: { task: start, prompt: start, changed: start, rights: start, ids: start, help: start },
    reason: "",
    reasonMissed: false,
    draft: null,
    leaving: false,
    verified: null,
    approveMissed: false,
    typed: "",
    doubtful: null,
    seen: start,
    viewedFullPrompt: false,
    outcome: null,
  };
}

export function isExpired(state: PanelState, at: number): boolean {
  return at - state.shownAt >= approvalLifetimeMs;
}

export function layoutOf(state: PanelState): PanelLayout {
  return panelLayout(state.content.facts, state.page, state.size);
}

/** Chosen, and nothing written to it. */
export function isReadyReason({ content, reason }: PanelState): boolean {
  return readyReasons(content.asker).includes(reason);
}

/** What goes back to the editor, or into the record of the one who typed it. */
export function textToGiveBack(state: PanelState): string {
  const unsent = state.outcome?.kind === "rejected" || isReadyReason(state) ? "" : state.reason;
  const draft = state.outcome?.kind === "edited" || state.draft?.text === state.content.task ? "" : state.draft?.text;
  return [state.typed, unsent, draft ?? ""]
    .filter((each) => each.trim() !== "")
    .join("\n")
    .replace(/\n+$/, "");
}
