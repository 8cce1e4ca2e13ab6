import type { Job } from "./frames.ts";

/** What a provider's payload says, whatever the API's shape. */
export interface PayloadView {
  readonly model: unknown;
  readonly system: readonly string[];
  readonly entries: readonly { readonly role: string; readonly text: string }[];
  readonly tools: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;

/** APIs whose payload we read field by field; the payload of any other is searched for exact strings. */
const readers: Readonly<Record<string, (payload: Json) => PayloadView>> = {
  "openai-completions": completionsView,
  "openai-responses": responsesView,
  "anthropic-messages": anthropicView,
};

export function isKnownApi(api: string): boolean {
  return Object.hasOwn(readers, api);
}

export function payloadView(api: string, payload: unknown): PayloadView | undefined {
  return isObject(payload) ? readers[api]?.(payload) : undefined;
}

/** Pi sends its own prompt for an empty one, so a marker goes in its place and this takes the entry with it out. */
export function withoutSystemPrompt(api: string, payload: unknown, marker: string): unknown {
  if (!isObject(payload)) return payload;
  const isMarker = (entry: unknown) =>
    isObject(entry) && isSystemRole(entry.role) && textOf(entry.content, ["text", "input_text"]) === marker;
  const without = (entries: unknown) => list(entries).filter((entry) => !isMarker(entry));
  switch (api) {
    case "openai-completions":
      return { ...payload, messages: without(payload.messages) };
    case "openai-responses":
      return { ...payload, input: without(payload.input) };
    case "anthropic-messages": {
      const { system, ...rest } = payload;
      return textOf(system, ["text"]) === marker ? rest : payload;
    }
    default:
      return payload;
  }
}

/** The payload as its library writes it into the body: Anthropic's puts these fields into headers instead. */
export function bodyOf(api: string, payload: unknown): unknown {
  if (api !== "anthropic-messages" || !isObject(payload)) return payload;
  const { betas: _, user_profile_id: _user, workspace_id: _workspace, ...body } = payload;
  return body;
}

function completionsView(payload: Json): PayloadView {
  const messages = list(payload.messages).filter(isObject);
  return {
    model: payload.model,
    system: messages.filter((each) => isSystemRole(each.role)).map((each) => textOf(each.content, ["text"])),
    entries: messages
      .filter((each) => !isSystemRole(each.role))
      .map((each) => ({ role: String(each.role), text: textOf(each.content, ["text"]) })),
    tools: toolNames(payload.tools, (tool) => (isObject(tool.function) ? tool.function.name : tool.name)),
  };
}

function responsesView(payload: Json): PayloadView {
  const items = list(payload.input).filter(isObject);
  const kinds = ["input_text", "output_text", "text"];
  const instructions = typeof payload.instructions === "string" && payload.instructions !== "";
  return {
    model: payload.model,
    system: [
      ...(instructions ? [String(payload.instructions)] : []),
      ...items.filter((each) => isSystemRole(each.role)).map((each) => textOf(each.content, kinds)),
    ],
    entries: items
      .filter((each) => !isSystemRole(each.role))
      .map((each) => ({ role: String(each.role ?? each.type), text: textOf(each.content, kinds) })),
    tools: toolNames(payload.tools, (tool) => tool.name),
  };
}

function anthropicView(payload: Json): PayloadView {
  const system = typeof payload.system === "string" ? [payload.system] : list(payload.system).filter(isObject);
  return {
    model: payload.model,
    system: system.map((each) => (typeof each === "string" ? each : String(each.text ?? ""))),
    entries: list(payload.messages)
      .filter(isObject)
      .map((each) => ({ role: String(each.role), text: textOf(each.content, ["text"]) })),
    tools: toolNames(payload.tools, (tool) => tool.name),
  };
}

/** True when every sealed text is in the payload as a whole string, in the sealed order. */
export function holdsInOrder(payload: unknown, job: Job): boolean {
  const expected = [job.systemPrompt, ...job.messages.flatMap((message) => message.texts)];
  let next = 0;
  for (const text of strings(payload)) if (next < expected.length && text === expected[next]) next += 1;
  return next === expected.length;
}

/** Names of everything that looks like a tool definition, at any depth. */
export function anyToolNames(payload: unknown): readonly string[] {
  if (Array.isArray(payload)) return payload.flatMap(anyToolNames);
  if (!isObject(payload)) return [];
  const schema = ["parameters", "parametersJsonSchema", "inputSchema", "input_schema"].some((key) =>
    isObject(payload[key]),
  );
  if (schema && typeof payload.name === "string") return [payload.name];
  return Object.values(payload).flatMap(anyToolNames);
}

function* strings(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (Array.isArray(value)) for (const each of value) yield* strings(each);
  else if (isObject(value)) for (const each of Object.values(value)) yield* strings(each);
}

function toolNames(tools: unknown, name: (tool: Json) => unknown): readonly string[] {
  return list(tools).map((tool) => (isObject(tool) ? String(name(tool)) : "(malformed)"));
}

function textOf(content: unknown, kinds: readonly string[]): string {
  if (typeof content === "string") return content;
  return list(content)
    .filter(isObject)
    .filter((part) => kinds.includes(String(part.type)))
    .map((part) => String(part.text ?? ""))
    .join("");
}

function isSystemRole(role: unknown): boolean {
  return role === "system" || role === "developer";
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
