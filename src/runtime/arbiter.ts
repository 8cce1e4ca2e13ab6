/** How a run came to its end, before anything is said about its result. */
export type Ending =
  | { readonly kind: "settled" }
  | { readonly kind: "broken"; readonly code: string; readonly message: string }
  | { readonly kind: "cancelled"; readonly reason: string }
  | { readonly kind: "timed-out"; readonly afterMs: number }
  | { readonly kind: "overdue"; readonly afterMs: number };

export interface Arbiter {
  /** The first ending offered. */
  readonly ending: Promise<Ending>;
  offer(ending: Ending): void;
  decided(): boolean;
}

/** The first ending is the ending; later ones are ignored. */
export function arbiter(): Arbiter {
  let isDecided = false;
  let resolveEnding: (ending: Ending) => void = () => {};
  const ending = new Promise<Ending>((resolve) => {
    resolveEnding = resolve;
  });
  return {
    ending,
    decided: () => isDecided,
    offer(offered) {
      isDecided = true;
      resolveEnding(offered);
    },
  };
}
