import type { DelegationSettings } from "./delegation-settings.ts";
import { heldSettings, type Widening } from "./widening.ts";

export interface Reconciled {
  /** What holds now. */
  readonly effective: DelegationSettings;
  /** What the files allow beyond that, each waiting for a person's yes. */
  readonly widenings: readonly Widening[];
}

export interface SessionAuthority {
  /** Takes over what narrows at once and keeps back what widens. A narrowed value that widens again is asked for again. */
  reconcile(current: DelegationSettings): Reconciled;
  /** A person said yes to exactly these, as shown; one whose file changed since stays back. */
  accept(widenings: readonly Widening[]): Reconciled;
}

/** What a session may do is what the files said when it began, and less; never more without a yes. */
export function createSessionAuthority(initial: DelegationSettings): SessionAuthority {
  let ceiling = initial;
  let latest = initial;

  function settle(permit: (widening: Widening) => boolean): Reconciled {
    const widenings: Widening[] = [];
    ceiling = heldSettings(latest, ceiling, (widening) => {
      const permitted = permit(widening);
      if (!permitted) widenings.push(widening);
      return permitted;
    });
    return { effective: ceiling, widenings };
  }

  return {
    reconcile(current) {
      latest = current;
      return settle(() => false);
    },
    accept(accepted) {
      const seen = new Set(accepted.map(identity));
      return settle((widening) => seen.has(identity(widening)));
    },
  };
}

function identity({ path, to }: Widening): string {
  return JSON.stringify([path, to]);
}
