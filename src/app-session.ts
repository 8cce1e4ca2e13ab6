import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import type { App } from "./app.ts";
import { type Diagnostic, error } from "./contract/diagnostic.ts";
import type { Outcome } from "./contract/outcome.ts";

/** One Pi session as commands and tools see it. */
export interface OpenSession {
  /** Loads what is needed on first use; the signal ends with the session. */
  open(ctx: ExtensionContext): Promise<Outcome<{ readonly app: App; readonly signal: AbortSignal }>>;
  /** What is loaded already. */
  loaded(): Promise<App | undefined>;
  /** Ends with the session that there is now. Pi's context throws once its session is over, so ask again after every wait. */
  signal(): AbortSignal;
}

/** A file of ours is gone or broken: most likely another version was installed under a Pi that runs. */
export function notLoaded(cause: unknown): Diagnostic {
  const why = cause instanceof Error ? cause.message : String(cause);
  const message = `pi-forge-agent could not be loaded (${why}); start Pi again, and if that does not help install it again.`;
  return error("host.load", message);
}
