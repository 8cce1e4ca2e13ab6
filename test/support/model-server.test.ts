import { createHash } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { gate, type ModelServer, type Script, startModelServer } from "./model-server.ts";

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function started(script: Script): Promise<ModelServer> {
  server = await startModelServer({ script });
  return server;
}

function post(base: string, path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  return fetch(`${base}${path}`, { method: "POST", body: JSON.stringify(body), ...(signal ? { signal } : {}) });
}

function events(
  text: string,
): { type?: string; choices?: { delta: { content?: string }; finish_reason: string | null }[] }[] {
  return text.split("\n").flatMap((line) => (line.startsWith("data: {") ? [JSON.parse(line.slice(6))] : []));
}

const asked = { role: "user", content: "go" };
const spoke = { role: "assistant", content: "well" };

test("chooses the step by the assistant turns since the last user message", async () => {
  const { baseUrl, requests } = await started([{ text: "first" }, { text: "second" }]);
  const bodies = [
    { messages: [asked] },
    { messages: [asked, spoke, { role: "tool" }] },
    { messages: [asked, spoke, asked] },
  ];
  const answers: string[] = [];
  for (const body of bodies) {
    const { choices } = JSON.parse(await (await post(baseUrl, "/chat/completions", body)).text());
    answers.push(choices[0].message.content);
  }
  expect(answers).toEqual(["first", "second", "first"]);
  expect(requests.map((each) => each.assistantTurns)).toEqual([0, 1, 1]);
});

test("counts the items of one assistant turn in a responses body once", async () => {
  const { baseUrl, requests } = await started([{ text: "x" }]);
  const turn = [{ type: "reasoning" }, { type: "message", role: "assistant" }, { type: "function_call" }];
  await post(baseUrl, "/responses", { input: [asked, ...turn, { type: "function_call_output" }, ...turn] });
  expect(requests[0]?.turn).toBe(2);
});

test("records the bytes and their digest", async () => {
  const { baseUrl, requests } = await started([{ text: "x" }]);
  const body = { messages: [{ role: "user", content: "é\u2028\u0000" }] };
  await post(baseUrl, "/chat/completions", body);
  const sent = JSON.stringify(body);
  expect(requests[0]?.text).toBe(sent);
  expect(requests[0]?.sha256).toBe(createHash("sha256").update(sent).digest("hex"));
});

test.each(["/chat/completions", "/responses", "/messages"])(
  "streams thinking, text and a tool call on %s",
  async (path) => {
    const { baseUrl } = await started([
      { thinking: "hm", text: ["a", "b"], tools: [{ name: "ls", arguments: { path: "." } }] },
    ]);
    const text = await (await post(baseUrl, path, { stream: true, model: "m", messages: [asked] })).text();
    for (const said of ['"hm"', '"a"', '"b"', '"ls"', '{\\"path\\":\\".\\"}']) expect(text).toContain(said);
  },
);

test("holds a stream in mid body until a gate opens", async () => {
  const more = gate();
  const { baseUrl } = await started([{ text: ["one", more.opened, "two"] }]);
  const response = await post(baseUrl, "/chat/completions", { stream: true, messages: [asked] });
  const reader = response.body?.getReader();
  let seen = "";
  const read = async () => {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    seen += Buffer.from(value ?? []).toString();
    return done;
  };
  while (!seen.includes("one")) await read();
  expect(seen).not.toContain("two");
  more.open();
  while (!(await read()));
  expect(events(seen).at(-2)?.choices?.[0]?.finish_reason).toBe("stop");
});

test("knows when the other side hung up on an answer that never ends", async () => {
  const { baseUrl, waitForRequest } = await started([{ text: "partial", hang: "body" }]);
  const abort = new AbortController();
  const pending = post(baseUrl, "/chat/completions", { stream: true, messages: [asked] }, abort.signal);
  const request = await waitForRequest(1);
  await pending;
  abort.abort();
  expect(await request.closed).toBe("dropped");
});

test("answers with a scripted status and body", async () => {
  const { baseUrl } = await started([
    { status: 429, errorBody: { error: { message: "slow down" } }, headers: { "retry-after": "1" } },
  ]);
  const response = await post(baseUrl, "/chat/completions", { messages: [asked] });
  expect([response.status, response.headers.get("retry-after"), await response.json()]).toEqual([
    429,
    "1",
    { error: { message: "slow down" } },
  ]);
});

test("disconnects before an answer", async () => {
  const { baseUrl } = await started([{ disconnect: "before" }]);
  await expect(post(baseUrl, "/chat/completions", { messages: [asked] })).rejects.toThrow();
});

test("closes while a request hangs, and says which request did not come", async () => {
  const { baseUrl, close, waitForRequest } = await started([{ hang: "headers" }]);
  const pending = post(baseUrl, "/chat/completions", { messages: [asked] }).catch(() => "dropped");
  await waitForRequest(1);
  await expect(waitForRequest(2, 10)).rejects.toThrow("Request 2");
  await close();
  expect(await pending).toBe("dropped");
});
