// How three provider APIs say the same answer: as a stream of server-sent events, and as one JSON object.
// Each shape is a small state machine; `model-server.mjs` decides when its events are written.

/**
 * @typedef {{ input: number, output: number, cached: number }} Usage
 * @typedef {"stop" | "length" | "tools" | "filter"} Stop
 * @typedef {{ id: string, name: string, arguments: string }} ToolCall
 * @typedef {{ begin(): string[], thinking(text: string): string[], text(text: string): string[], tool(call: ToolCall): string[],
 *   end(stop: Stop, usage: Usage): string[], whole(stop: Stop, usage: Usage): object }} Wire
 */

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
function responses(/** @type {string} */ model, /** @type {string} */ id) {
  /** @type {{ type: string, id: string, [key: string]: unknown }[]} */
  const output = [];
  /** @type {{ kind: string, id: string, text: string } | undefined} */
  let open;
  let sequence = 0;
  const event = (/** @type {string} */ type, /** @type {object} */ fields) =>
    named({ type, sequence_number: sequence++, ...fields });
  const at = () => ({ output_index: output.length });
  const close = () => {
    if (!open) return [];
    const { kind, id: item_id, text } = open;
    open = undefined;
    if (kind === "thinking") {
      const item = { type: "reasoning", id: item_id, summary: [{ type: "summary_text", text }] };
      const part = { item_id, ...at(), summary_index: 0 };
      const done = [
        event("response.reasoning_summary_text.done", { ...part, text }),
        event("response.reasoning_summary_part.done", { ...part, part: item.summary[0] }),
        event("response.output_item.done", { ...at(), item }),
      ];
      output.push(item);
      return done;
    }
    const content = [{ type: "output_text", text, annotations: [] }];
    const item = { type: "message", id: item_id, role: "assistant", status: "completed", content };
    const part = { item_id, ...at(), content_index: 0 };
    const done = [
      event("response.output_text.done", { ...part, text }),
      event("response.content_part.done", { ...part, part: content[0] }),
      event("response.output_item.done", { ...at(), item }),
    ];
    output.push(item);
    return done;
  };
  const opened = (/** @type {string} */ kind) => {
    if (open?.kind === kind) return [];
    const done = close();
    const item_id = `${kind === "text" ? "msg" : "rs"}_${id}_${output.length}`;
    open = { kind, id: item_id, text: "" };
    if (kind === "thinking") {
      return [
        ...done,
        event("response.output_item.added", { ...at(), item: { type: "reasoning", id: item_id, summary: [] } }),
        event("response.reasoning_summary_part.added", {
          ...{ item_id, ...at(), summary_index: 0 },
          part: { type: "summary_text", text: "" },
        }),
      ];
    }
    const item = { type: "message", id: item_id, role: "assistant", status: "in_progress", content: [] };
    return [
      ...done,
      event("response.output_item.added", { ...at(), item }),
      event("response.content_part.added", {
        ...{ item_id, ...at(), content_index: 0 },
        part: { type: "output_text", text: "", annotations: [] },
      }),
    ];
  };
  const said = (/** @type {string} */ kind, /** @type {string} */ type, /** @type {string} */ delta) => {
    const before = opened(kind);
    if (open) open.text += delta;
    const index = kind === "text" ? { content_index: 0 } : { summary_index: 0 };
    return [...before, event(type, { item_id: open?.id, ...at(), ...index, delta })];
  };
  const finished = (/** @type {Stop} */ stop, /** @type {Usage} */ usage) => ({
    id: `resp_${id}`,
    object: "response",
    created_at: 0,
    model,
    output,
    // Pi reads the status of the last event; some of its versions do not know the event name `response.incomplete`.
    status: stop === "length" || stop === "filter" ? "incomplete" : "completed",
    ...(stop === "length" ? { incomplete_details: { reason: "max_output_tokens" } } : {}),
    ...(stop === "filter" ? { incomplete_details: { reason: "content_filter" } } : {}),
    usage: {
      input_tokens: usage.input,
      input_tokens_details: { cached_tokens: usage.cached },
      output_tokens: usage.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.input + usage.output,
    },
  });
  return {
    begin: () => [
      event("response.created", {
        response: { id: `resp_${id}`, object: "response", model, status: "in_progress", output: [] },
      }),
    ],
    thinking: (text) => said("thinking", "response.reasoning_summary_text.delta", text),
    text: (text) => said("text", "response.output_text.delta", text),
    tool: (call) => {
      const before = close();
      const item = { type: "function_call", id: `fc_${call.id}`, call_id: call.id, name: call.name, arguments: "" };
      const whole = { ...item, arguments: call.arguments, status: "completed" };
      const sent = [
        event("response.output_item.added", { ...at(), item }),
        event("response.function_call_arguments.delta", { item_id: item.id, ...at(), delta: call.arguments }),
        event("response.function_call_arguments.done", { item_id: item.id, ...at(), arguments: call.arguments }),
        event("response.output_item.done", { ...at(), item: whole }),
      ];
      output.push(whole);
      return [...before, ...sent];
    },
    end: (stop, usage) => [...close(), event("response.completed", { response: finished(stop, usage) })],
    whole: (stop, usage) => {
      close();
      return finished(stop, usage);
    },
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
