import type { GrantsView } from "./app-grants.ts";
import { grantsStatus } from "./app-grants-report.ts";
import { endInWords } from "./config/grant-ending.ts";
import { escapeText } from "./text/escape.ts";
import type { UiClock } from "./ui/clock.ts";

const statusKey = "forge-agent-grants";
const updateEveryMs = 15_000;

/** The part of Pi's `ctx.ui` that says what is granted. */
export interface GrantsUi {
  setStatus(key: string, text: string | undefined): void;
  notify(message: string, type: "info"): void;
}

/** Keeps on screen what is left of every grant, and says when one ends. Pi's interface must not be touched after `stop`. */
export function showGrants(ui: GrantsUi, look: () => GrantsView, clock: UiClock) {
  const told = new Set<number>();
  let shown: string | undefined;
  let stopTicking: (() => void) | undefined;
  let stopped = false;

  function update(view: GrantsView = look()): void {
    if (stopped) return;
    const status = grantsStatus(view);
    if (status !== shown) ui.setStatus(statusKey, status);
    shown = status;
    for (const { id, subject, ended } of view.ended) {
      // Whoever gave a new one or revoked it knows.
      if (!told.has(id) && ended !== null && ended !== "revoked" && ended !== "replaced") {
        ui.notify(`forge: the grant for ${escapeText(subject.profileId)} ended: ${endInWords(ended)}`, "info");
      }
      told.add(id);
    }
    if (status === undefined) stop();
    else stopTicking ??= clock.every(updateEveryMs, () => update());
  }

  function stop(): void {
    stopTicking?.();
    stopTicking = undefined;
  }

  return {
    update,
    stop() {
      stopped = true;
      stop();
    },
  };
}
