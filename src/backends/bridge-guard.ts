import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import type { BridgeRun } from "./bridge-run.ts";
import { exitCodes, type FrameLimit } from "./frames.ts";

/** Pi's hooks fail open: a throw sends Pi's default prompt. So every handler turns any error into the end of the process. */
export function guarded<E, R>(run: BridgeRun, name: string, handler: (event: E, ctx: ExtensionContext) => Promise<R>) {
  return async (event: E, ctx: ExtensionContext): Promise<R> => {
    try {
      return await handler(event, ctx);
    } catch (cause) {
      return refuse(run, `bridge.${name}`, messageOf(cause));
    }
  };
}

export function refuse(run: BridgeRun, code: string, message: string): never {
  run.end("refused", { code, message });
  process.exit(exitCodes.refused);
}

export function stopAtLimit(run: BridgeRun, limit: FrameLimit): never {
  run.end("limit", { limit });
  process.exit(exitCodes.limit);
}

export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
