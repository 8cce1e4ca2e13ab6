import { auditorScript } from "./auditor-project.ts";
import type { RecordedRequest, Script, Step } from "./model-server.ts";

/** What the parent model calls, by the word in the user's message that sets it off. */
export interface ParentCalls {
  readonly [word: string]: readonly Step["tools"][];
}

/** A parent model that makes these calls, turn by turn, and then says that it is done; children audit. */
export function parentScript(calls: ParentCalls): Script {
  return (request) => {
    if (!isParent(request)) return typeof auditorScript === "function" ? auditorScript(request) : undefined;
    const asked = JSON.stringify(request.json.messages.filter(isFromUser).at(-1)?.content);
    const word = Object.keys(calls).find((each) => asked.includes(each));
    const tools = word === undefined ? undefined : calls[word]?.[request.turn];
    return tools === undefined ? { text: "The parent is done." } : { tools };
  };
}

export function isParent({ json }: RecordedRequest): boolean {
  return toolNames(json).includes("forge_subagent");
}

export function parentsOf(requests: readonly RecordedRequest[]): readonly RecordedRequest[] {
  return requests.filter(isParent);
}

export function childrenOf(requests: readonly RecordedRequest[]): readonly RecordedRequest[] {
  return requests.filter((each) => !isParent(each));
}

/** The tool results in a request, in order, as the model reads them. */
export function toolResults(request: RecordedRequest | undefined): readonly string[] {
  const messages: readonly { role: string; content: unknown }[] = request?.json.messages ?? [];
  return messages.filter(({ role }) => role === "tool").map(({ content }) => plainText(content));
}

function toolNames(json: { readonly tools?: readonly { readonly function: { readonly name: string } }[] }) {
  return (json.tools ?? []).map((tool) => tool.function.name);
}

function isFromUser(message: { readonly role: string }): boolean {
  return message.role === "user";
}

function plainText(content: unknown): string {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map((part) => part.text ?? "").join("") : "";
}
