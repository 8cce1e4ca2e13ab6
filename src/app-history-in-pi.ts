import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import { isWorthRetrying } from "./app-again.ts";
import { runPages } from "./app-run-pages.ts";
import { commandName } from "./command-line-door.ts";
import { error } from "./contract/diagnostic.ts";
import { failure, type Outcome, success } from "./contract/outcome.ts";
import type { StoredRun } from "./history/run-record.ts";
import { againView } from "./ui/again-view.ts";
import { systemClock } from "./ui/clock.ts";
import { loadInk } from "./ui/ink.ts";
import { type PageAction, pagesView } from "./ui/pages-view.ts";
import { giveBack } from "./ui/pi-ui.ts";
import { showInPi } from "./ui/show-in-pi.ts";

const copying: PageAction = { name: "copy", key: "c", does: "copy the answer" };
const again: PageAction = { name: "again", key: "r", does: "prepare the same again" };

/** One run, a page for each part of it. Gives what the person wants done with it. */
export async function showRun(
  run: StoredRun,
  { ui }: ExtensionContext,
  signal: AbortSignal,
): Promise<"copy" | "again" | undefined> {
  const actions = [...(run.response?.output ? [copying] : []), ...(isWorthRetrying(run) ? [again] : [])];
  const title = `forge-agent history ${run.id}`;
  const host = { ui, ink: await loadInk(), clock: systemClock, signal, overlay: true };
  const shown = await showInPi(pagesView({ title, pages: runPages(run), actions }), host);
  if (shown.kind === "no-screen" || signal.aborted) return undefined;
  giveBack(ui, shown.state.typed);
  const { action } = shown.state;
  return action === "copy" || action === "again" ? action : undefined;
}

/** Offers one key after a run that failed for a reason that may be gone, and says where the run offers it later. */
export async function offersAgain({ ui }: ExtensionContext, signal: AbortSignal, runId = "last"): Promise<boolean> {
  const host = { ui, ink: await loadInk(), clock: systemClock, signal, overlay: false, rows: 1 };
  const shown = await showInPi(againView(`${commandName("pi")} history ${runId}`), host);
  if (shown.kind !== "finished" || signal.aborted) return false;
  giveBack(ui, shown.state.typed);
  return shown.state.again;
}

/** Pi knows the clipboards of more systems than a terminal sequence reaches, and does not say which way it took. */
export async function copyInPi(text: string): Promise<Outcome<string>> {
  try {
    const { copyToClipboard } = await import("@mariozechner/pi-coding-agent");
    await copyToClipboard(text);
    return success(
      "handed to Pi to copy: by the system's own program or, as OSC 52, by the terminal, which may ignore it",
    );
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    return failure(error("history.clipboard", `Pi could not copy it (${why}); use --export FILE.`));
  }
}
