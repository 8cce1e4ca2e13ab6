import { anyToolNames, holdsInOrder, type PayloadView, payloadView } from "./bridge-payload.ts";
import type { Job } from "./frames.ts";

/** Pi puts this first for subscription tokens of Anthropic; it is the provider's condition, not part of any prompt. */
const providerIdentity = "You are Claude Code, Anthropic's official CLI for Claude.";

export type Verdict =
  | { readonly ok: true; readonly verified: readonly string[] }
  | { readonly ok: false; readonly code: string; readonly message: string };

/** Compares one provider payload with the sealed job. `first`: nothing may follow the sealed messages yet. */
export function verifyPayload(
  payload: unknown,
  job: Job,
  rule: { readonly first: boolean; readonly placeholder: string },
): Verdict {
  if (JSON.stringify(payload).includes(rule.placeholder)) {
    return no("placeholder", "The placeholder prompt is in the request.");
  }
  const view = payloadView(job.api, payload);
  return view === undefined ? verifyStrings(payload, job) : verifyView(view, job, rule.first);
}

function verifyView(view: PayloadView, job: Job, first: boolean): Verdict {
  const identified = view.system.length > 1 && view.system[0] === providerIdentity;
  const system = identified ? view.system.slice(1) : view.system;
  const expected = job.systemPrompt === "" ? [] : [job.systemPrompt];
  if (!same(system, expected)) return no("system-prompt", "The system prompt differs from the sealed one.");

  const different = job.messages.findIndex((message, index) => {
    const entry = view.entries[index];
    return entry?.role !== wireRole(message.role) || entry.text !== message.texts.join("");
  });
  if (different >= 0) return no("message", `Message ${different + 1} differs from the sealed one.`);
  if (first && view.entries.length !== job.messages.length) {
    return no("message", "The first request holds more messages than were sealed.");
  }
  if (!same([...view.tools].sort(), [...job.tools].sort())) {
    return no("tools", `The request offers the tools ${view.tools.join(", ") || "(none)"}.`);
  }
  if (view.model !== job.modelId) return no("model", `The request names the model ${String(view.model)}.`);
  return {
    ok: true,
    verified: [
      identified ? "system prompt after the provider's own line" : "system prompt",
      "messages",
      "tools",
      "model",
    ],
  };
}

function verifyStrings(payload: unknown, job: Job): Verdict {
  if (job.systemPrompt === "") return no("system-prompt", `An empty system prompt cannot be sent through ${job.api}.`);
  if (!holdsInOrder(payload, job)) return no("message", "The sealed texts are not in the request, whole and in order.");
  const tools = anyToolNames(payload);
  if (!same([...tools].sort(), [...job.tools].sort())) {
    return no("tools", `The request offers the tools ${tools.join(", ") || "(none)"}.`);
  }
  return { ok: true, verified: ["system prompt and messages by exact search", "tools"] };
}

function wireRole(role: Job["messages"][number]["role"]): string {
  return role === "assistant" ? "assistant" : "user";
}

function same(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((each, index) => each === others[index]);
}

function no(problem: string, message: string): Verdict {
  return { ok: false, code: `payload.${problem}`, message };
}
