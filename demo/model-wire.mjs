// How three provider APIs say the same answer: as a stream of server-sent events, and as one JSON object.
// Each shape is a small state machine; `model-server.mjs` decides when its events are written.

/**
 * @typedef {{ input: number, output: number, cached: number }} Usage
 * @typedef {"stop" | "length" | "tools" | "filter"} Stop
 * @typedef {{ id: string, name: string, arguments: string }} ToolCall
 * @typedef {{ begin(): string[], thinking(text: string): string[], text(text: string): string[], tool(call: ToolCall): string[],
 *   end(stop: Stop, usage: Usage): string[], whole(stop: Stop, usage: Usage): object }} Wire
 */

import { responses } from "./model-wire-responses.mjs";

/** @type {Record<"openai-completions" | "openai-responses" | "anthropic-messages", (model: string, id: string) => Wire>} */
export const wires = {
  "openai-completions": completions,
  "openai-responses": responses,
  "anthropic-messages": messages,
};

const data = (/** @type {unknown} */ value) => `data: ${JSON.stringify(value)}\n\n`;
const named = (/** @type {{ type: string }} */ value) => `event: ${value.type}\n${data(value)}`;
const joined = (/** @type {{ kind: string, text: string }[]} */ parts, /** @type {string} */ kind) =>
  parts.flatMap((part) => (part.kind === kind ? [part.text] : [])).join("");

/** Collects what was said, for the answer without streaming. */
function transcript() {
  /** @type {{ kind: string, text: string }[]} */
  const parts = [];
  /** @type {ToolCall[]} */
  const calls = [];
  return { parts, calls, said: (/** @type {string} */ kind, /** @type {string} */ text) => parts.push({ kind, text }) };
}

/** @returns {Wire} */
function completions(/** @type {string} */ model, /** @type {string} */ id) {
  const { parts, calls, said } = transcript();
  const finish = { stop: "stop", length: "length", tools: "tool_calls", filter: "content_filter" };
  const head = { id: `chatcmpl-${id}`, created: 0, model };
  const chunk = (/** @type {object} */ delta, /** @type {string | null} */ reason = null) =>
    data({ ...head, object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: reason }] });
  const spent = (/** @type {Usage} */ usage) => ({
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cached },
  });
  const called = (/** @type {ToolCall} */ call) => ({
    id: call.id,
    type: "function",
    function: { name: call.name, arguments: call.arguments },
  });
  return {
    begin: () => [chunk({ role: "assistant", content: "" })],
    thinking: (text) => {
      said("thinking", text);
      return [chunk({ reasoning_content: text })];
    },
    text: (text) => {
      said("text", text);
      return [chunk({ content: text })];
    },
    tool: (call) => [chunk({ tool_calls: [{ index: calls.push(call) - 1, ...called(call) }] })],
    end: (stop, usage) => [
      chunk({}, finish[stop]),
      data({ ...head, object: "chat.completion.chunk", choices: [], usage: spent(usage) }),
      "data: [DONE]\n\n",
    ],
    whole: (stop, usage) => ({
      ...head,
      object: "chat.completion",
      choices: [
        {
          index: 0,
          finish_reason: finish[stop],
          message: {
            role: "assistant",
            content: joined(parts, "text"),
            ...(calls.length > 0 ? { tool_calls: calls.map(called) } : {}),
          },
        },
      ],
      usage: spent(usage),
    }),
  };
}

/** @returns {Wire} */
function messages(/** @type {string} */ model, /** @type {string} */ id) {
  const { parts, calls, said } = transcript();
  const reasons = { stop: "end_turn", length: "max_tokens", tools: "tool_use", filter: "refusal" };
  const head = { id: `msg_${id}`, type: "message", role: "assistant", model };
  let index = -1;
  /** @type {string | undefined} */
  let open;
  const close = () => {
    if (!open) return [];
    const signature = { type: "signature_delta", signature: "c2lnbmF0dXJl" };
    const signed = open === "thinking" ? [named({ type: "content_block_delta", ...{ index, delta: signature } })] : [];
    open = undefined;
    return [...signed, named({ type: "content_block_stop", index })];
  };
  const block = (/** @type {string} */ kind, /** @type {object} */ content_block) => {
    const done = close();
    open = kind;
    index += 1;
    return [...done, named({ type: "content_block_start", index, content_block })];
  };
  const delta = (/** @type {object} */ fields) => named({ type: "content_block_delta", index, delta: fields });
  return {
    begin: () => [
      named({
        type: "message_start",
        message: {
          ...head,
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: 0, output_tokens: 0 },
        },
      }),
    ],
    thinking: (text) => {
      said("thinking", text);
      const before = open === "thinking" ? [] : block("thinking", { type: "thinking", thinking: "", signature: "" });
      return [...before, delta({ type: "thinking_delta", thinking: text })];
    },
    text: (text) => {
      said("text", text);
      const before = open === "text" ? [] : block("text", { type: "text", text: "" });
      return [...before, delta({ type: "text_delta", text })];
    },
    tool: (call) => {
      calls.push(call);
      const before = block("tool", { type: "tool_use", id: call.id, name: call.name, input: {} });
      return [...before, delta({ type: "input_json_delta", partial_json: call.arguments })];
    },
    end: (stop, usage) => [
      ...close(),
      named({
        type: "message_delta",
        delta: { stop_reason: reasons[stop], stop_sequence: null },
        usage: { input_tokens: usage.input, cache_read_input_tokens: usage.cached, output_tokens: usage.output },
      }),
      named({ type: "message_stop" }),
    ],
    whole: (stop, usage) => ({
      ...head,
      content: [
        { type: "text", text: joined(parts, "text") },
        ...calls.map((call) => ({ type: "tool_use", id: call.id, name: call.name, input: JSON.parse(call.arguments) })),
      ],
      stop_reason: reasons[stop],
      stop_sequence: null,
      usage: { input_tokens: usage.input, cache_read_input_tokens: usage.cached, output_tokens: usage.output },
    }),
  };
}
