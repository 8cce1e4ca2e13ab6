import type { ExtensionAPI, ExtensionCommandContext } from "@mariozechner/pi-coding-agent";
import { describe, expect, test } from "vitest";
import { type Command, registerCommand } from "../../commands/register-command.ts";
import type { OpenSession } from "../../src/app-session.ts";

type Registered = Parameters<ExtensionAPI["registerCommand"]>[1];

/** A session, a command registered in it, and what came of both. */
function registered(load: () => Promise<Command>) {
  const ending = new AbortController();
  const told: string[] = [];
  let command: Registered | undefined;
  const pi = {
    registerCommand: (_name: string, given: Registered) => {
      command = given;
    },
  } as unknown as ExtensionAPI;
  const session = { signal: () => ending.signal } as unknown as OpenSession;
  registerCommand(pi, session, { name: "look", description: "Looks.", load });
  if (!command) throw new Error("Nothing was registered.");
  // As Pi does it: nothing of a session can be used once it is over.
  const ctx = {
    get hasUI() {
      if (ending.signal.aborted) throw new Error("This context is stale.");
      return true;
    },
    ui: { notify: (text: string) => void told.push(text) },
  } as unknown as ExtensionCommandContext;
  return { command, ctx, told, end: () => ending.abort() };
}

const missing = async (): Promise<Command> => {
  throw new Error("Cannot find module './look.js'");
};

function aCommand(answered: string[]): Command {
  return {
    complete: async (prefix) => [{ value: `${prefix}!`, label: prefix }],
    answer: async (args, { hasUI }) => void answered.push(`${args} ${hasUI}`),
  };
}

describe("a command that is loaded when it is typed", () => {
  test("is completed and answered", async () => {
    const answered: string[] = [];
    const { command, ctx } = registered(async () => aCommand(answered));
    expect(await command.getArgumentCompletions?.("a")).toEqual([{ value: "a!", label: "a" }]);
    await command.handler("args", ctx);
    expect(answered).toEqual(["args true"]);
  });

  test("answers nothing when its session ends before it is loaded", async () => {
    const answered: string[] = [];
    const { command, ctx, end } = registered(async () => aCommand(answered));
    const handled = command.handler("args", ctx);
    end();
    await handled;
    expect(answered).toEqual([]);
  });

  test("completes to nothing and says why when a file of ours is gone", async () => {
    const { command, ctx, told } = registered(missing);
    expect(await command.getArgumentCompletions?.("a")).toBeNull();
    await command.handler("args", ctx);
    expect(told).toEqual([expect.stringContaining("host.load")]);
    expect(told[0]).toContain("look.js");
  });

  test("completes to nothing when completing fails", async () => {
    const fails = { complete: () => Promise.reject(new Error("no")), answer: async () => {} };
    const { command } = registered(async () => fails);
    expect(await command.getArgumentCompletions?.("a")).toBeNull();
  });
});
