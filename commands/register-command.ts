import type { ExtensionAPI, ExtensionCommandContext } from "@mariozechner/pi-coding-agent";
import { notLoaded, type OpenSession } from "../src/app-session.ts";
import type { Completion } from "./completions.ts";
import { tell } from "./show.ts";

export interface Command {
  complete(prefix: string, session: OpenSession): Promise<Completion[] | null>;
  answer(args: string, ctx: ExtensionCommandContext, session: OpenSession, pi: ExtensionAPI): Promise<void>;
}

interface Registration {
  readonly name: string;
  readonly description: string;
  load(): Promise<Command>;
}

/** A command that is loaded when it is typed; nothing is answered in a session that ended meanwhile. */
export function registerCommand(pi: ExtensionAPI, session: OpenSession, given: Registration): void {
  pi.registerCommand(given.name, {
    description: given.description,
    async getArgumentCompletions(prefix) {
      try {
        const { complete } = await given.load();
        return await complete(prefix, session);
      } catch {
        // Pi catches nothing here, and what nobody catches ends it. Sent off, the command says what is wrong.
        return null;
      }
    },
    async handler(args, ctx) {
      const over = session.signal();
      const command = await given.load().catch(notLoaded);
      if (over.aborted) return;
      if ("code" in command) tell(ctx, [command]);
      else await command.answer(args, ctx, session, pi);
    },
  });
}
