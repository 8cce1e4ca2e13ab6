// OpenAI's responses API: one answer is a list of items, each opened, filled in pieces and closed.

const named = (/** @type {{ type: string }} */ value) => `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`;

/** @returns {import("./model-wire.mjs").Wire} */
export function responses(/** @type {string} */ model, /** @type {string} */ id) {
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
  const finished = (
    /** @type {import("./model-wire.mjs").Stop} */ stop,
    /** @type {import("./model-wire.mjs").Usage} */ usage,
  ) => ({
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
