import type { ExtensionAPI, ExtensionCommandContext } from "@mariozechner/pi-coding-agent";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { forgeAgent } from "../../commands/forge-agent.ts";
import type { Command } from "../../commands/register-command.ts";
import { subagent } from "../../commands/subagent.ts";
import { subagentVerbs } from "../../commands/subagent-verbs.ts";
import type { App } from "../../src/app.ts";
import type { OpenSession } from "../../src/app-session.ts";
import { parseArguments } from "../../src/command-line.ts";
import { optionsOf } from "../../src/command-line-known.ts";
import { verbs } from "../../src/command-line-verbs.ts";
import { error } from "../../src/contract/diagnostic.ts";
import { failure, success } from "../../src/contract/outcome.ts";
import { codes } from "./read-line.ts";

const examples = new Map([
  ["<n>", "1"],
  ["<all>", "all"],
  ["<profile>", "project:reviewer"],
  ["<task>", "Look at it."],
  ["[RANGE]", "main..next"],
  ["FILE[:FROM-TO]", "a.ts:1-3"],
  ["PROVIDER/ID", "p/m"],
  ["N", "1000"],
]);

/** What a usage stands for, every choice in it made in turn: `a [b <c|d>]` is `a`, `a b c` and `a b d`. */
function formsOf(usage: string): string[] {
  const optional = /\[([^\]]*)\]/.exec(usage);
  if (optional?.[1] !== undefined) {
    const forms = ["", optional[1]].map((inside) => usage.replace(optional[0], inside));
    return [...new Set(forms.flatMap(formsOf))];
  }
  const choice = /<(\w+)\|(\w+)>/.exec(usage);
  if (choice) return choice.slice(1).flatMap((one) => formsOf(usage.replace(choice[0], `<${one}>`)));
  return [usage.replace(/<\w+>/g, (name) => examples.get(name) ?? name).replace(/ +/g, " ")];
}

/** No option that is documented for all of them together, so `options` stands for none. */
const documented = verbs.flatMap(({ usage }) => formsOf(usage.replace(" [options]", "")));

const optionLines = verbs.flatMap((verb) =>
  optionsOf(verb.name, "terminal").map(({ name, value }) => [
    verb.name,
    name,
    ...(value ? [examples.get(value) ?? "one"] : []),
  ]),
);

/** What is told to somebody who types it where no session can be opened: a line that is not understood is told before. */
async function told(command: Command, typed: string, open: OpenSession["open"] = async () => failure(noSession)) {
  const said: string[] = [];
  const ctx = { hasUI: true, ui: { notify: (text: string) => void said.push(text) } };
  await command.answer(
    typed,
    ctx as unknown as ExtensionCommandContext,
    { open } as unknown as OpenSession,
    {} as unknown as ExtensionAPI,
  );
  return said.join("\n");
}

const noSession = error("session.none", "There is no session.");

describe("every form that the command table shows", () => {
  test("is told apart by what it may hold", () => {
    expect(formsOf("grants [revoke <n|all>]")).toEqual(["grants ", "grants revoke 1", "grants revoke all"]);
    expect(documented).toContain("run project:reviewer -- Look at it.");
    expect(documented).toContain("history run");
  });

  test.each(documented)("%j is understood after /forge-agent and in a shell", async (form) => {
    expect(await told(forgeAgent, form)).toContain("session.none");
    expect(codes(parseArguments(form.trim().split(" ")))).toEqual([]);
  });

  test.each(subagentVerbs.flatMap(({ usage }) => formsOf(usage)))("%j is understood after /subagent", async (form) => {
    expect(await told(subagent, form)).toContain("session.none");
  });

  test.each(["", "  ", "help", "--help"])("/subagent %j shows all of its own", async (typed) => {
    const log = vi.spyOn(console, "log").mockReturnValue();
    onTestFinished(() => log.mockRestore());
    const ctx = { hasUI: false } as unknown as ExtensionCommandContext;
    await subagent.answer(typed, ctx, {} as unknown as OpenSession, {} as unknown as ExtensionAPI);
    const shown = log.mock.calls.flat().join("\n");
    for (const { usage, summary } of subagentVerbs) {
      expect(shown).toContain(`/subagent ${usage}`);
      expect(shown).toContain(summary);
    }
  });

  test.each(optionLines.map((words) => [words.join(" "), words] as const))("%s is understood", (_, words) => {
    const [verb = "", ...option] = words;
    const rest = verbs.find(({ name }) => name === verb)?.takesTask ? ["reviewer", "Look at it."] : [];
    expect(codes(parseArguments([verb, ...option, ...rest]))).toEqual([]);
  });
});

describe("a grant", () => {
  function session() {
    const revoked: number[] = [];
    const look = () => ({
      holding: [1, 2].map((id) => ({ id, subject: { profileId: "project:scout" } })),
      ended: [],
    });
    const grants = { look, revoke: (id: number) => revoked.push(id) > 0 };
    const app = { grants, door: "pi" } as unknown as App;
    return { revoked, open: async () => success({ app, signal: new AbortController().signal }) };
  }

  test.each([
    ["grants revoke 2", [2]],
    ["grants  revoke  all ", [1, 2]],
  ] as const)("is revoked by typing %j", async (typed, ids) => {
    const { revoked, open } = session();
    expect(await told(forgeAgent, typed, open)).toContain(`Revoked ${ids[0]} (project:scout)`);
    expect(revoked).toEqual(ids);
  });

  test("is not revoked by a line with more in it", async () => {
    const { revoked, open } = session();
    expect(await told(forgeAgent, "grants revoke 1 2", open)).toContain("command.unexpected-argument");
    expect(await told(forgeAgent, "grants revoke", open)).toContain("command.grants");
    expect(revoked).toEqual([]);
  });
});
