import type { ExtensionAPI, ExtensionContext, Theme, ToolDefinition } from "@mariozechner/pi-coding-agent";
import { describe, expect, test } from "vitest";
import type { OpenSession } from "../../src/app-session.ts";
import { error } from "../../src/contract/diagnostic.ts";
import type { DelegationResult } from "../../src/delegation.ts";
import { registerForgeSubagent } from "../../tools/forge-subagent.ts";
import { aSession } from "./a-session.ts";

type Tool = ToolDefinition;
type ResultHandler = (event: { toolName: string; details: unknown }) => { isError?: boolean } | undefined;

function registered(session: OpenSession) {
  let tool: Tool | undefined;
  let onResult: ResultHandler | undefined;
  const pi = {
    registerTool: (given: Tool) => {
      tool = given;
    },
    on: (_event: string, handler: ResultHandler) => {
      onResult = handler;
    },
  } as unknown as ExtensionAPI;
  registerForgeSubagent(pi, session);
  if (!tool || !onResult) throw new Error("Nothing was registered.");
  return { tool, onResult };
}

const ctx = { sessionManager: { getSessionId: () => "session" }, hasUI: true } as unknown as ExtensionContext;
const theme = { fg: (_: string, text: string) => text, bold: (text: string) => text } as unknown as Theme;
const refused: DelegationResult = { kind: "refused", diagnostics: [error("host.profile-disabled", "Not enabled.")] };

async function called(result: DelegationResult, parameters: object = {}) {
  const session = aSession(async () => ({ result, diagnostics: [] }));
  const { tool, onResult } = registered(session);
  const call = { profileId: "reviewer", task: "  Look. ", ...parameters };
  const told = await tool.execute("id", call, undefined, undefined, ctx);
  const [part] = told.content;
  return {
    asked: session.asked,
    text: part?.type === "text" ? part.text : "",
    details: told.details,
    isError: onResult({ toolName: tool.name, details: told.details })?.isError === true,
    tool,
  };
}

describe("forge_subagent", () => {
  test("runs beside others and is offered to the model by name", () => {
    const { tool } = registered(aSession(async () => ({ result: refused, diagnostics: [] })));
    expect(tool).toMatchObject({ name: "forge_subagent", executionMode: "parallel" });
    expect(tool.promptSnippet).toBeTruthy();
  });

  test("hands over the task byte for byte, and the model as the one who asks", async () => {
    const { asked } = await called(refused, { task: ' "--x"\n\\ ', model: "a/b/c", backend: "pi-rpc-readonly" });
    expect(asked).toMatchObject([
      {
        asker: "model",
        profile: "reviewer",
        task: ' "--x"\n\\ ',
        overrides: { backend: "pi-rpc-readonly", model: { provider: "a", id: "b/c" } },
        sessionId: "session",
      },
    ]);
  });

  test.each(["nothing", "/id", "provider/", " / "])("refuses the model %j before anything else", async (model) => {
    const { asked, text, isError } = await called(refused, { model });
    expect(asked).toEqual([]);
    expect(text).toContain("request.model");
    expect(isError).toBe(true);
  });

  test("a refusal is an error for the model, with its code and with details for the person", async () => {
    const { text, isError, details } = await called(refused);
    expect(text).toContain("host.profile-disabled");
    expect(isError).toBe(true);
    expect(details).toMatchObject({ summary: { status: "refused" } });
  });

  test("results of other tools are left alone", async () => {
    const { onResult } = registered(aSession(async () => ({ result: refused, diagnostics: [] })));
    expect(onResult({ toolName: "read", details: { summary: { status: "failed" } } })).toBeUndefined();
    expect(onResult({ toolName: "forge_subagent", details: undefined })).toBeUndefined();
  });

  test("settles soon after an abort, even when the run does not", async () => {
    const { tool, onResult } = registered(aSession(() => new Promise(() => {})));
    const asker = new AbortController();
    const told = tool.execute("id", { profileId: "reviewer", task: "Look." }, asker.signal, undefined, ctx);
    asker.abort();
    const { details } = await told;
    expect(details).toMatchObject({ summary: { status: "aborted" } });
    expect(onResult({ toolName: "forge_subagent", details })).toEqual({ isError: true });
  });

  test("tells each phase, but not every step of it", async () => {
    const session = aSession(async (_delegation, _signal, report) => {
      report?.({ phase: "preparing" });
      for (let step = 0; step < 100; step++) report?.({ phase: "preparing" });
      return { result: refused, diagnostics: [] };
    });
    const updates: unknown[] = [];
    const { tool } = registered(session);
    await tool.execute("id", { profileId: "r", task: "t" }, undefined, (update) => void updates.push(update), ctx);
    expect(updates).toEqual([
      {
        content: [{ type: "text", text: "preparing; nothing is sent yet" }],
        details: { live: "preparing; nothing is sent yet" },
      },
    ]);
  });

  test("draws a call whose arguments are still arriving, and a result that is not ours", () => {
    const { tool } = registered(aSession(async () => ({ result: refused, diagnostics: [] })));
    const drawn = (component: { render(width: number): string[] } | undefined) => component?.render(60).join("\n");
    expect(drawn(tool.renderCall?.({}, theme, {} as never))).toContain("forge_subagent …");
    expect(drawn(tool.renderCall?.({ profileId: "a\u001b[2J", task: "x\ny" }, theme, {} as never))).not.toContain(
      "\u001b",
    );
    const foreign = { content: [{ type: "text" as const, text: "Operation aborted" }], details: undefined };
    const options = { expanded: false, isPartial: false };
    expect(drawn(tool.renderResult?.(foreign, options, theme, {} as never))).toContain("Operation aborted");
    const live = { content: [], details: { live: "running · turn 2" } };
    expect(drawn(tool.renderResult?.(live, { ...options, isPartial: true }, theme, {} as never))).toContain(
      "● running",
    );
  });
});
