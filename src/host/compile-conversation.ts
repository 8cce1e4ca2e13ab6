import type { Diagnostic } from "../contract/diagnostic.ts";
import type { PrepareReply, PrepareRequest } from "../contract/product/host-port.ts";
import type { AgentProfileSnapshot } from "../contract/product/profile-snapshot.ts";
import type { PromptStack } from "../contract/product/prompt-stack.ts";
import { negotiateSubagentTools } from "../contract/tool-negotiation.ts";
import type { CompileDiagnostic } from "./compile-diagnostic.ts";
import type { CompileRuntime } from "./compile-input.ts";
import type { CompileMessage } from "./compile-message.ts";
import { type CompiledStack, compilePromptStack } from "./compile-stack.ts";
import type { Registrations } from "./registrations.ts";

/** The parts of a workspace that one prepared conversation depends on. */
export interface ConversationSource {
  readonly cwd: string;
  readonly snapshot: AgentProfileSnapshot;
  /** The stack of the snapshot, typed. */
  readonly stack: PromptStack | null;
  readonly registrations: Registrations;
}

type PreparedMessage = PrepareReply["messages"][number];

/**
 * The exact conversation of one delegated task. The base prompt and everything of the parent session stay empty:
 * what the model is told is what the stack says, and the task.
 */
export function prepareConversation(
  source: ConversationSource,
  request: PrepareRequest,
  preparedAt: string,
): PrepareReply {
  const { backend, task, access } = request;
  const catalog = backend.toolCatalog.map(({ id, name = id, effects = [] }) => ({ id, name, effects }));
  const tools = negotiateSubagentTools(catalog, source.stack?.tools, access);
  const runtime: CompileRuntime = {
    options: { cwd: source.cwd, selectedTools: tools.effectiveToolNames },
    model: { ...backend.model, api: "unknown" },
    latestUserMessage: task.text,
    now: preparedAt,
  };
  const { stack, registrations } = source;
  const compiled = stack ? compilePromptStack({ stack, base: "", runtime, registrations }) : nothingCompiled;
  return {
    profileId: request.profile,
    model: { provider: backend.model.provider, id: backend.model.id },
    thinkingLevel: backend.thinkingLevel,
    systemPrompt: compiled.systemPrompt,
    messages: [...compiled.messages.flatMap(stackMessage), taskMessage(task.text)],
    effectiveToolIds: tools.effectiveToolIds,
    effectiveToolNames: tools.effectiveToolNames,
    diagnostics: [
      ...tools.diagnostics,
      ...compiled.systemDiagnostics.map((each) => portDiagnostic("preparation.system", each)),
      ...compiled.messageDiagnostics.map((each) => portDiagnostic("preparation.messages", each)),
    ],
    profileSnapshot: source.snapshot,
    preparedAt,
  };
}

const nothingCompiled: CompiledStack = {
  systemPrompt: "",
  systemDiagnostics: [],
  messages: [],
  messageDiagnostics: [],
};

function stackMessage({ role, content }: CompileMessage): PreparedMessage[] {
  if ((role !== "user" && role !== "assistant" && role !== "custom") || !Array.isArray(content)) return [];
  const texts = content.map((part: unknown) => textOf(part));
  return [{ role, content: texts.map((text) => ({ type: "text", text })), source: "prompt-stack" }];
}

function textOf(part: unknown): string {
  return typeof part === "object" && part !== null && "text" in part && typeof part.text === "string" ? part.text : "";
}

function taskMessage(text: string): PreparedMessage {
  return { role: "user", content: [{ type: "text", text }], protectedTask: true, source: "delegated-task" };
}

function portDiagnostic(code: string, { level, message, itemId }: CompileDiagnostic): Diagnostic {
  return { level, code, message, path: itemId === undefined ? "promptStack" : `promptStack.items.${itemId}` };
}
