import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import type { App } from "./app.ts";
import type { Outcome } from "./contract/outcome.ts";

/** One Pi session as commands and tools see it. */
export interface OpenSession {
  /** Loads what is needed on first use; the signal ends with the session. */
  open(ctx: ExtensionContext): Promise<Outcome<{ readonly app: App; readonly signal: AbortSignal }>>;
  /** What is loaded already. */
  loaded(): Promise<App | undefined>;
}
