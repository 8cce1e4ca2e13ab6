import type { JsonValue } from "../contract/json.ts";
import { analyseNodes } from "./template-analyse.ts";
import { applyFilter, isTruthy, templateText } from "./template-filter.ts";
import { parseTemplate, type TemplateCondition, type TemplateNode, type TemplatePath } from "./template-parse.ts";
import { TemplateError } from "./template-tokenize.ts";

const maxBlockChars = 100_000;

/** Where a template's paths get their values. */
export interface TemplateScope {
  /** Throws a TemplateError for a reference that must not be rendered, used or not (a cycle of macros). */
  check(path: TemplatePath): void;
  /** Undefined for what does not exist; throws a TemplateError where a value exists and cannot be had. */
  lookup(path: TemplatePath): JsonValue | undefined;
}

/** The rendered text; throws a TemplateError when anything in the block is wrong, so that nothing of it is used. */
export function renderTemplate(source: string, scope: TemplateScope): string {
  const nodes = parseTemplate(source);
  const { diagnostics, references } = analyseNodes(nodes);
  const [problem] = diagnostics;
  if (problem) throw new TemplateError(problem.message);
  for (const { path } of references) scope.check(path);
  const output: Output = { parts: [], chars: 0 };
  renderNodes(nodes, scope, output);
  return output.parts.join("");
}

interface Output {
  readonly parts: string[];
  chars: number;
}

function renderNodes(nodes: readonly TemplateNode[], scope: TemplateScope, output: Output): void {
  for (const node of nodes) {
    switch (node.kind) {
      case "text":
        append(output, node.text);
        break;
      case "output":
        append(output, templateText(node.filters.reduce<JsonValue>(filtered, requiredValue(node.path, scope))));
        break;
      case "if":
        renderNodes(holds(node.condition, scope) ? node.then : node.otherwise, scope, output);
        break;
    }
  }
}

function append(output: Output, text: string): void {
  output.chars += text.length;
  if (output.chars > maxBlockChars)
    throw new TemplateError(`The block renders to more than ${maxBlockChars} characters.`);
  output.parts.push(text);
}

function filtered(value: JsonValue, filter: string): string {
  const text = applyFilter(filter, value);
  if (text === undefined) throw new TemplateError(`"${filter}" is no filter.`);
  return text;
}

function holds(condition: TemplateCondition, scope: TemplateScope): boolean {
  if (condition.kind === "truthy") return isTruthy(scope.lookup(condition.path));
  const same = templateText(requiredValue(condition.path, scope)) === condition.text;
  return condition.kind === "equal" ? same : !same;
}

function requiredValue(path: TemplatePath, scope: TemplateScope): JsonValue {
  const value = scope.lookup(path);
  if (value === undefined) throw new TemplateError(`"${path.join(".")}" has no value.`);
  return value;
}
