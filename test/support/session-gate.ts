import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type SessionEnd =
  | { readonly way: "new" | "reload" | "fork" }
  | { readonly way: "resume"; readonly sessionFile: string };

/** Tells an extension in a running Pi, from outside and at any moment, to end the session. */
export interface SessionGate {
  readonly url: string;
  /** Resolves with the file of the session in which `/listen` was typed. */
  readonly listening: () => Promise<string>;
  /** Ends that session; resolves with what came of it: `done`, or what was thrown. */
  end(how: SessionEnd): Promise<string>;
  close(): Promise<void>;
}

export async function openSessionGate(): Promise<SessionGate> {
  const told = mailbox<SessionEnd>();
  const listening = mailbox<string>();
  const ended = mailbox<string>();
  const server = createServer(async (request, response) => {
    const { searchParams, pathname } = new URL(request.url ?? "/", "http://gate");
    const text = searchParams.get("text") ?? "";
    if (pathname === "/ended") ended.put(text);
    else listening.put(text);
    response.end(pathname === "/ended" ? "" : JSON.stringify(await told.take()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    listening: listening.take,
    end: async (how) => {
      told.put(how);
      return ended.take();
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An extension with the command `/listen`, which returns at once and ends the session when it is told how. */
export function listeningExtension({ url }: SessionGate): string {
  return `
const ways = {
  new: (ctx) => ctx.newSession(),
  reload: (ctx) => ctx.reload(),
  fork: (ctx) => ctx.fork(ctx.sessionManager.getEntries().find((each) => each.message?.role === "user").id),
  resume: (ctx, { sessionFile }) => ctx.switchSession(sessionFile),
};
const ask = (path, text) => fetch("${url}" + path + "?text=" + encodeURIComponent(text));
async function listen(ctx) {
  const how = await (await ask("/listen", ctx.sessionManager.getSessionFile())).json();
  const outcome = await Promise.resolve().then(() => ways[how.way](ctx, how)).then(() => "done", String);
  await ask("/ended", outcome);
}
export default function (pi) {
  pi.registerCommand("listen", { handler: async (_args, ctx) => void listen(ctx) });
}
`;
}

/** One value for one taker, whoever comes first. */
function mailbox<T>() {
  const values: T[] = [];
  const takers: ((value: T) => void)[] = [];
  return {
    put: (value: T) => {
      const taker = takers.shift();
      if (taker) taker(value);
      else values.push(value);
    },
    take: () =>
      new Promise<T>((resolve) => {
        const value = values.shift();
        if (value === undefined) takers.push(resolve);
        else resolve(value);
      }),
  };
}
