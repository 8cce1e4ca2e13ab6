import { deepFreeze } from "../contract/frozen.ts";
import type { PromptStack, StackBlock, StackSlot } from "../contract/product/prompt-stack.ts";
import { filterToolsByPolicy } from "../contract/tool-policy.ts";
import { type CompileDiagnostic, compileError, compileWarning } from "./compile-diagnostic.ts";
import { parameterValues, runtimeValues } from "./compile-environment.ts";
import type { CompileInput, CompileRuntime, PromptEnvironment, PromptSkill } from "./compile-input.ts";
import { type Macros, macrosOf } from "./compile-macros.ts";
import { templateScope } from "./compile-scope.ts";
import { type RegexMatcher, regexMatcher } from "./regex-match.ts";
import { noRegistrations, type Registrations } from "./registrations.ts";
import { renderSlot } from "./slot-render.ts";
import { renderTemplate, type TemplateScope } from "./template-render.ts";
import { TemplateError } from "./template-tokenize.ts";

/** One compilation: the system prompt and the messages share it, so a macro runs once for both. */
export interface CompileContext {
  readonly stack: PromptStack;
  readonly runtime: CompileRuntime;
  readonly registrations: Registrations;
  readonly selectedTools: readonly string[];
  readonly skills: readonly PromptSkill[];
  readonly macros: Macros;
  readonly scope: TemplateScope;
  readonly match: RegexMatcher;
}

export function compileContext({ stack, runtime, registrations = noRegistrations }: CompileInput): CompileContext {
  const selectedTools = filterToolsByPolicy(runtime.options.selectedTools ?? [], stack.tools).effective;
  // A frozen copy: modules see it and could otherwise change the stack, or what others see.
  const environment: PromptEnvironment = deepFreeze(
    structuredClone({
      runtime: runtimeValues(stack, runtime, selectedTools),
      parameters: parameterValues(stack),
      extensions: {},
    }),
  );
  const macros = macrosOf(registrations, environment);
  const scope = templateScope(environment, macros);
  const skills = allowedSkills(stack, runtime.options.skills ?? []);
  return { stack, runtime, registrations, selectedTools, skills, macros, scope, match: regexMatcher() };
}

function allowedSkills(stack: PromptStack, skills: readonly PromptSkill[]): readonly PromptSkill[] {
  const allowed = new Set(
    filterToolsByPolicy(
      skills.map((skill) => skill.name),
      stack.skills,
    ).effective,
  );
  return skills.filter((skill) => allowed.has(skill.name));
}

/** An item's text; "" with a diagnostic when anything in it is wrong, so that no half-rendered text is ever sent. */
export function renderItem(
  item: StackBlock | StackSlot,
  context: CompileContext,
): { text: string; diagnostics: CompileDiagnostic[] } {
  try {
    const text = item.kind === "block" ? renderTemplate(item.content, context.scope) : slotText(item, context);
    if (text !== undefined) return { text, diagnostics: [] };
    const message = `Slot "${item.kind === "slot" ? item.slot : item.id}" is unknown and stays empty; is its module loaded?`;
    return { text: "", diagnostics: [compileWarning("slot.unknown", message, item.id)] };
  } catch (cause) {
    if (!(cause instanceof TemplateError)) throw cause;
    const message = `Item "${item.id}" was left out: ${cause.message}`;
    return { text: "", diagnostics: [compileError(`${item.kind}.failed`, message, item.id)] };
  }
}

function slotText(item: StackSlot, context: CompileContext): string | undefined {
  return renderSlot(item, context, context.registrations.slots.get(item.slot), context.macros);
}
