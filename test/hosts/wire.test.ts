import { afterEach, describe, expect, test } from "vitest";
import { closeWorlds, world } from "../backends/pi-harness.ts";
import { type RecordedRequest, startModelServer } from "../support/model-server.ts";
import { oldPi, partOf, piHosts, takesPart } from "../support/pi-hosts.ts";

const { hosts, missing } = piHosts();
for (const reason of missing) console.warn(`Not run: ${reason}`);

const kinds = ["subprocess", "rpc"] as const;
const apis = ["openai-completions", "openai-responses", "anthropic-messages"] as const;
const starts = ["cold", "warm"] as const;

const corpus = [
  "CR\r\n\ttab, trailing blanks  \n",
  "\u0000 NUL, \u001b ESC, \u2028 LS, \u2029 PS",
  "\u{1f468}\u200d\u{1f469}\u200d\u{1f467} e\u0301 \u{10ffff}",
  "x".repeat(200 * 1024),
];

const saying = (role: "user" | "assistant", text: string) => ({ role, content: [{ type: "text" as const, text }] });

const script = [
  { text: "Looking.", tools: [{ name: "ls", arguments: { path: "." } }] },
  {
    tools: [
      { name: "read", arguments: { path: "a.txt" } },
      { name: "bash", arguments: { command: "touch x" } },
    ],
  },
  { text: ["The fact ", "is 42."] },
];

afterEach(closeWorlds);

describe.each(hosts)("$name", (host) => {
  /** How far this host is from the first, for what is taken turn and turn about. */
  const at = partOf(host);

  test.each(apis.filter((_, api) => takesPart(at, api)))(
    "%s: a redirect to another place is a failure, and nothing goes there",
    async (api) => {
      const other = await startModelServer();
      const { server, prepare, execute } = await world({
        host,
        api,
        script: ({ path }) => ({ status: 307, headers: { location: `${other.origin}${path}` } }),
      });
      const result = await execute(await prepare()).result;
      await other.close();
      expect(result).toMatchObject({ status: "failed", error: { retryable: false, class: "provider" } });
      expect(result.error?.message).toContain("307");
      expect([server.requests.length, other.requests.length]).toEqual([1, 0]);
    },
  );

  describe.each(kinds)("%s", (kind) => {
    const by = at + kinds.indexOf(kind);
    const combinations = apis.flatMap((api) => starts.map((start) => [api, start] as const));
    test.each(combinations.filter(([api, start]) => takesPart(by, apis.indexOf(api), starts.indexOf(start))))(
      "%s, %s: the bodies are the sealed texts and nothing else",
      async (api, start) => {
        const { server, prepare, execute } = await world({ host, kind, api, script });
        const messages = corpus.map((text, index) => saying(index === 1 ? "assistant" : "user", text));
        const systemPrompt = corpus.join("\n");
        const prepared = await prepare({ conversation: { systemPrompt, messages } });
        if (start === "warm") prepared.warm();
        const result = await execute(prepared).result;

        expect(result).toMatchObject({ status: "completed", output: { text: "The fact is 42." } });
        expect(server.requests).toHaveLength(3);
        for (const request of server.requests) {
          expect(spokenTexts(request).slice(0, 5)).toEqual([systemPrompt, ...corpus]);
          expect(toolNames(request)).toEqual(["ls", "read"]);
        }
        expect(result.report).toMatchObject({
          requests: server.requests.map(({ sha256 }, index) => ({ number: index + 1, payloadDigest: sha256 })),
          blockedToolCalls: 1,
          filesRead: ["a.txt"],
        });
      },
    );

    test.each(apis.filter((_, api) => takesPart(by, api)))(
      "%s: an empty system prompt is sent as none",
      async (api) => {
        const { server, prepare, execute } = await world({ host, kind, api, script });
        const messages = corpus.map((text) => saying("user", text));
        const result = await execute(await prepare({ conversation: { systemPrompt: "", messages } })).result;
        expect(result).toMatchObject({
          status: "completed",
          report: { requests: server.requests.map(({ sha256 }) => ({ payloadDigest: sha256 })) },
        });
        for (const request of server.requests) {
          expect(request.json).not.toHaveProperty("system");
          expect(spokenTexts(request).slice(0, corpus.length)).toEqual(corpus);
        }
      },
    );

    test.each([
      ["lone-surrogate", { systemPrompt: "half \ud800" }],
      ["lone-surrogate", { messages: [saying("user", "half \udc00")] }],
      ["blank-text", { messages: [saying("user", "a"), saying("assistant", ""), saying("user", "b")] }],
    ])("a text that cannot be sent as it is (%s) is refused before anybody is asked", async (problem, conversation) => {
      const { server, prepare } = await world({ host, kind });
      await expect(prepare({ conversation })).rejects.toThrow(`conversation.${problem}`);
      expect(server.requests).toHaveLength(0);
    });

    test("a retry by Pi is counted apart and checked like the first request", async () => {
      // The older Pi's library repeats a failed request twice by itself before Pi hears of it.
      const failures = host.version === oldPi().version ? 3 : 1;
      const { server, prepare, execute } = await world({
        host,
        kind,
        script: ({ number }) => (number <= failures ? { status: 500 } : { text: "at last" }),
      });
      const limits = { maxTurns: { value: 1, enforcement: "required" as const } };
      const result = await execute(await prepare({ intent: { limits } })).result;
      expect(result).toMatchObject({ status: "completed", output: { text: "at last" } });
      const [first, last] = [server.requests[0], server.requests.at(-1)];
      expect(result.report).toMatchObject({
        requests: [
          { payloadDigest: first?.sha256, number: 1 },
          { payloadDigest: last?.sha256, number: 2 },
        ],
      });
      // Every body that came has its digest, the library's own repeats too: they are the same body again.
      const reported = JSON.stringify(result.report);
      for (const { sha256 } of server.requests) expect(reported).toContain(sha256);
      expect(server.requests).toHaveLength(failures + 1);
    });
  });
});

/** System prompt and messages of any of the three shapes, as plain texts. */
function spokenTexts({ json }: RecordedRequest): readonly string[] {
  const system = json.system === undefined ? [] : json.system.map((part: { text: string }) => part.text);
  const entries: readonly { content: unknown }[] = json.messages ?? json.input;
  return [...system, ...entries.map(({ content }) => plain(content))];
}

function plain(content: unknown): string {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map((part) => part.text ?? "").join("") : "";
}

function toolNames({ json }: RecordedRequest): readonly string[] {
  return json.tools
    .map((tool: { name?: string; function?: { name: string } }) => tool.name ?? tool.function?.name)
    .sort();
}
