import type { RegexRule } from "../contract/product/prompt-stack.ts";
import { type CompileDiagnostic, compileError, compileInfo } from "./compile-diagnostic.ts";
import type { CompileMessage } from "./compile-message.ts";
import { isExpression, RegexError, type RegexMatcher } from "./regex-match.ts";
import { replaceByRule } from "./regex-replace.ts";

/** The rules that change what is sent, at one stage and for one target; history rules have no targets. */
export function outgoingRules(
  rules: readonly RegexRule[] | undefined,
  stage: RegexRule["stage"],
  target?: "system" | "messages",
): readonly RegexRule[] {
  return (rules ?? []).filter(
    (rule) =>
      rule.enabled !== false &&
      rule.stage === stage &&
      (rule.effect ?? "outgoing") === "outgoing" &&
      isExpression(rule.pattern, rule.flags) &&
      (target === undefined || (rule.targets ?? ["system", "messages"]).includes(target)),
  );
}

export function applyToText(
  text: string,
  rules: readonly RegexRule[],
  match: RegexMatcher,
): { text: string; diagnostics: CompileDiagnostic[] } {
  const diagnostics: CompileDiagnostic[] = [];
  let result = text;
  for (const rule of rules) {
    diagnostics.push(
      ...runRule(
        rule,
        (replace) => {
          result = replace(result);
        },
        match,
      ),
    );
  }
  return { text: result, diagnostics };
}

export function applyToMessages<M extends CompileMessage>(
  messages: readonly M[],
  rules: readonly RegexRule[],
  match: RegexMatcher,
): { messages: readonly M[]; diagnostics: CompileDiagnostic[] } {
  const diagnostics: CompileDiagnostic[] = [];
  let result = messages;
  for (const rule of rules) {
    diagnostics.push(
      ...runRule(
        rule,
        (replace) => {
          const eligible = eligibleMessages(result, rule);
          result = result.map((each) => (eligible.has(each) ? replaceInMessage(each, replace) : each));
        },
        match,
      ),
    );
  }
  return { messages: result, diagnostics };
}

// A rule that fails leaves everything as it was before it, and its error keeps the prompt from being sent.
function runRule(
  rule: RegexRule,
  run: (replace: (text: string) => string) => void,
  match: RegexMatcher,
): CompileDiagnostic[] {
  let matches = 0;
  let changed = 0;
  try {
    run((text) => {
      const replaced = replaceByRule(text, rule, match);
      matches += replaced.matches;
      if (replaced.text !== text) changed++;
      return replaced.text;
    });
  } catch (cause) {
    if (!(cause instanceof RegexError)) throw cause;
    return [compileError("regex.failed", `Regex rule "${rule.id}" was not applied: ${cause.message}.`)];
  }
  if (matches === 0) return [];
  const message = `Regex rule "${rule.id}" matched ${matches} times and changed ${changed} texts.`;
  return [compileInfo("regex.applied", message)];
}

// Depth counts from the end: the last message has depth 0.
function eligibleMessages<M extends CompileMessage>(messages: readonly M[], rule: RegexRule): ReadonlySet<M> {
  const { minDepth = 0, maxDepth = Number.POSITIVE_INFINITY, roles, maxMessages } = rule;
  const eligible = messages.filter((message, index) => {
    const depth = messages.length - 1 - index;
    return depth >= minDepth && depth <= maxDepth && (!roles || roles.includes(message.role));
  });
  return new Set(maxMessages === undefined ? eligible : eligible.slice(Math.max(0, eligible.length - maxMessages)));
}

function replaceInMessage<M extends CompileMessage>(message: M, replace: (text: string) => string): M {
  const { content } = message;
  if (typeof content === "string") return { ...message, content: replace(content) };
  if (!Array.isArray(content)) return message;
  return { ...message, content: content.map((part) => replaceInPart(part, replace)) };
}

function replaceInPart(part: unknown, replace: (text: string) => string): unknown {
  if (typeof part !== "object" || part === null || !("type" in part) || part.type !== "text") return part;
  return "text" in part && typeof part.text === "string" ? { ...part, text: replace(part.text) } : part;
}
