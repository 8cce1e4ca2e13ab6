// A scripted model server on loopback: OpenAI chat completions, OpenAI responses and Anthropic messages. No dependencies.
// The demo answers from it without an account; the tests use it as the witness of what was really sent.
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { wires } from "./model-wire.mjs";

const routes = new Map([
  ["/v1/chat/completions", "openai-completions"],
  ["/v1/responses", "openai-responses"],
  ["/v1/messages", "anthropic-messages"],
  ["/messages", "anthropic-messages"],
]);

/** A promise and the call that resolves it: `const g = gate(); … text: ["partial", g.opened] … g.open()`. */
export function gate() {
  let open = () => {};
  const opened = new Promise((resolve) => {
    open = () => resolve(undefined);
  });
  return { opened, open };
}

/**
 * Starts a server that answers by `script`: a list of steps, or a function of the request. With a list, the step is chosen by
 * the assistant turns since the last user message of that request, so parallel conversations do not disturb each other; the last step repeats.
 *
 * @param {import("./model-server.mjs").ServerOptions} options
 * @returns {Promise<import("./model-server.mjs").ModelServer>}
 */
export async function startModelServer({ script = [], port = 0 } = {}) {
  let current = script;
  /** @type {import("./model-server.mjs").RecordedRequest[]} */
  const requests = [];
  const arrivals = new Set();
  const ended = gate();

  const server = createServer(async (incoming, outgoing) => {
    const body = await bodyOf(incoming).catch(() => undefined);
    if (body === undefined) return;
    const api = routes.get(new URL(incoming.url ?? "/", "http://loopback").pathname);
    if (incoming.method !== "POST" || api === undefined) return other(incoming, outgoing);
    const request = recorded(incoming, outgoing, body, api, requests.length + 1);
    requests.push(request);
    for (const arrived of [...arrivals]) arrived();
    try {
      await answer(outgoing, request, await stepFor(current, request), ended.opened);
    } catch (fault) {
      if (!outgoing.headersSent) outgoing.writeHead(500, { "content-type": "application/json" });
      outgoing.end(
        JSON.stringify({ error: { message: `The script failed: ${fault instanceof Error ? fault.message : fault}` } }),
      );
    }
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const bound = typeof address === "object" && address ? address.port : port;

  const waitForRequest = async (count = 1, timeoutMs = 100_000) => {
    const { opened, open } = gate();
    const check = () => requests.length >= count && open();
    const timer = setTimeout(open, timeoutMs);
    arrivals.add(check);
    check();
    await opened;
    arrivals.delete(check);
    clearTimeout(timer);
    const request = requests[count - 1];
    if (!request) throw new Error(`Request ${count} did not arrive within ${timeoutMs} ms; ${requests.length} did.`);
    return request;
  };

  return {
    baseUrl: `http://127.0.0.1:${bound}/v1`,
    origin: `http://127.0.0.1:${bound}`,
    port: bound,
    requests,
    waitForRequest,
    setScript: (next) => {
      current = next;
    },
    close: async () => {
      ended.open();
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, "close");
    },
  };
}

async function bodyOf(incoming) {
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function other(incoming, outgoing) {
  const found = incoming.method === "GET" && incoming.url === "/v1/models";
  outgoing.writeHead(found ? 200 : 404, { "content-type": "application/json" });
  outgoing.end(
    JSON.stringify(found ? { object: "list", data: [] } : { error: { message: `No ${incoming.url} here.` } }),
  );
}

function recorded(incoming, outgoing, body, api, number) {
  const text = body.toString("utf8");
  const json = parsed(text);
  const turns = assistantTurns(api, json);
  const closed = new Promise((resolve) => {
    outgoing.once("close", () => resolve(outgoing.writableFinished ? "answered" : "dropped"));
  });
  return {
    number,
    api,
    method: incoming.method,
    path: incoming.url,
    headers: incoming.headers,
    body,
    text,
    json,
    sha256: createHash("sha256").update(body).digest("hex"),
    receivedAt: performance.timeOrigin + performance.now(),
    turn: turns.sinceLastUser,
    assistantTurns: turns.all,
    closed,
  };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// A responses body lists what one assistant turn said as several items in a row; they count once.
function assistantTurns(api, json) {
  const entries = Array.isArray(json?.messages) ? json.messages : Array.isArray(json?.input) ? json.input : [];
  let all = 0;
  let sinceLastUser = 0;
  let speaking = false;
  for (const entry of entries) {
    const assistant = entry.role === "assistant" || ["function_call", "reasoning"].includes(entry.type);
    if (assistant && !(speaking && api === "openai-responses")) {
      all += 1;
      sinceLastUser += 1;
    }
    speaking = assistant;
    if (entry.role === "user" && !onlyToolResults(entry.content)) sinceLastUser = 0;
  }
  return { all, sinceLastUser };
}

function onlyToolResults(content) {
  return Array.isArray(content) && content.length > 0 && content.every((part) => part.type === "tool_result");
}

async function stepFor(script, request) {
  if (typeof script === "function") return (await script(request)) ?? {};
  return script[Math.min(request.turn, script.length - 1)] ?? {};
}

async function answer(outgoing, request, step, ended) {
  const stopped = Promise.race([request.closed, ended]);
  const wait = (until) => Promise.race([Promise.resolve(typeof until === "function" ? until() : until), stopped]);
  if (step.hold !== undefined) await wait(step.hold);
  if (step.hang === "headers") return void (await stopped);
  if (step.disconnect === "before") return void outgoing.destroy();
  if (step.status !== undefined && step.status !== 200) return refuse(outgoing, step);

  const usage = { input: 1000, output: 50, cached: 0, ...step.usage };
  const stop = step.stop ?? (step.tools?.length ? "tools" : "stop");
  const wire = wires[request.api](request.json?.model ?? "unknown", `${request.number}`);
  const streaming = request.json?.stream === true;
  if (streaming)
    outgoing.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache", ...step.headers });
  const send = (events) => {
    if (streaming) for (const event of events) outgoing.write(event);
  };
  if (streaming) outgoing.flushHeaders();
  if (step.rawBody !== undefined) return void outgoing.end(step.rawBody);
  send(wire.begin());
  for (const piece of pieces(step.thinking)) typeof piece === "string" ? send(wire.thinking(piece)) : await wait(piece);
  for (const piece of pieces(step.text)) typeof piece === "string" ? send(wire.text(piece)) : await wait(piece);
  if (step.hang === "body") return void (await stopped);
  if (step.disconnect === "body") return void outgoing.destroy();
  for (const [index, call] of (step.tools ?? []).entries()) send(wire.tool(toolCall(call, request.number, index)));
  if (step.truncate) return void outgoing.end();
  if (streaming) {
    send(wire.end(stop, usage));
    return void outgoing.end();
  }
  outgoing.writeHead(200, { "content-type": "application/json", ...step.headers });
  outgoing.end(JSON.stringify(wire.whole(stop, usage)));
}

function pieces(said) {
  if (said === undefined) return [];
  return Array.isArray(said) ? said : [said];
}

function toolCall(call, request, index) {
  return {
    id: call.id ?? `call_${request}_${index}`,
    name: call.name,
    arguments: typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments ?? {}),
  };
}

function refuse(outgoing, step) {
  const body = step.errorBody ?? { error: { message: `Scripted error ${step.status}.`, type: "scripted_error" } };
  outgoing.writeHead(step.status, { "content-type": "application/json", ...step.headers });
  outgoing.end(typeof body === "string" ? body : JSON.stringify(body));
}
