import type { ReactElement } from "react";
import type { Ink } from "./ink.ts";
import type { Key } from "./keys.ts";
import type { Palette } from "./line.ts";

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface KeyEvent {
  readonly type: "key";
  readonly key: Key;
  /** When it was read. */
  readonly at: number;
  /** Everything pressed until then had been read: it was pressed after this, and may have been long before `at`. */
  readonly idleAt: number;
  /** It arrived together with others, as in unmarked pastes and from a key that is held. */
  readonly burst: boolean;
}

/** What every host of a view sends. */
export type HostEvent =
  | KeyEvent
  | { readonly type: "tick"; readonly at: number }
  /** The first frame is on the screen. */
  | { readonly type: "shown"; readonly at: number }
  | { readonly type: "resize"; readonly size: Size }
  | { readonly type: "abort" };

/** A view that takes the keyboard until it is finished: plain data, one update, one drawing. A host feeds and shows it. */
export interface View<State, Event> {
  readonly start: (size: Size, at: number) => State;
  readonly update: (state: State, event: Event | HostEvent) => State;
  readonly draw: (ink: Ink, state: State, palette: Palette) => ReactElement;
  readonly isFinished: (state: State) => boolean;
  /** Rows it needs of those that there are; all of them where it does not say. */
  readonly rows?: (state: State) => number;
  /** Events from elsewhere; returns how to stop them. */
  readonly listen?: (send: (event: Event) => void) => () => void;
}

/** How a host ended: with the finished state, without a screen to show it on, or because drawing failed. */
export type Shown<State> =
  | { readonly kind: "finished"; readonly state: State }
  | { readonly kind: "no-screen" }
  | { readonly kind: "failed"; readonly cause: unknown; readonly state: State };

/** Half of what a person notices as waiting. */
export const tickMs = 100;
