import type { ContentPart, PreparedMessage } from "../conversation.ts";
import { type Diagnostic, error, hasErrors } from "../diagnostic.ts";
import { sameJson } from "../same-json.ts";
import type { AgentRequest } from "./agent-request.ts";
import { type BudgetedContext, budgetSubagentContext } from "./context-budget.ts";
import { renderSubagentSelectedContext } from "./context-envelope.ts";
import type { ContextReceipt } from "./selected-context.ts";

export interface InitialMessages {
  /** Selected context if any, then the stack's messages, then the protected task. Empty when there is an error. */
  readonly messages: PreparedMessage[];
  readonly contextBudget?: ContextReceipt;
  readonly diagnostics: Diagnostic[];
}

export type TaskInput = Pick<AgentRequest, "input" | "selectedContext">;

export function prepareSubagentInitialMessages(
  request: TaskInput,
  promptStackMessages: readonly PreparedMessage[],
): InitialMessages {
  const budget = request.selectedContext && budgetSubagentContext(request.selectedContext);
  const diagnostics = [...(budget?.diagnostics ?? []), ...reserved(promptStackMessages)];
  const receipt = budget ? { contextBudget: budget.receipt } : {};
  if (hasErrors(diagnostics)) return { messages: [], ...receipt, diagnostics };
  const messages = [...contextMessages(budget), ...promptStackMessages, protectedTask(request)];
  return { messages, ...receipt, diagnostics };
}

/** The delegated task as it must stand last in every prepared conversation. */
export function protectedTask({ input }: TaskInput): PreparedMessage {
  const text: ContentPart[] = input.text === "" ? [] : [{ type: "text", text: input.text }];
  const media = (input.media ?? []).map(
    ({ id, mimeType, digest }): ContentPart => ({ type: "media", mediaId: id, mimeType, digest }),
  );
  return { role: "user", content: [...text, ...media], protectedTask: true, source: "delegated-task" };
}

/** A backend may add its own resource ids to media; nothing else of the task may differ. */
export function keepsProtectedTask(messages: readonly PreparedMessage[], request: TaskInput): boolean {
  const last = messages.at(-1);
  return (
    last?.role === "user" &&
    last.protectedTask === true &&
    sameJson(last.content.map(withoutResource), protectedTask(request).content)
  );
}

function withoutResource(part: ContentPart): ContentPart {
  if (part.type === "text") return part;
  const { backendResourceId: _, ...media } = part;
  return media;
}

function contextMessages(budget: BudgetedContext | undefined): PreparedMessage[] {
  if (!budget || budget.items.length === 0) return [];
  const text = renderSubagentSelectedContext(budget.items);
  return [{ role: "user", content: [{ type: "text", text }], source: "selected-context" }];
}

function reserved(messages: readonly PreparedMessage[]): Diagnostic[] {
  const claims = messages.some(
    (each) => each.protectedTask || each.source === "delegated-task" || each.source === "selected-context",
  );
  const message = "A message of the prompt stack claims to be the task or the selected context.";
  return claims ? [error("messages.reserved-source", message, "promptStackMessages")] : [];
}
