import { type Diagnostic, error } from "../contract/diagnostic.ts";
import { filterNames } from "./template-filter.ts";
import { parseTemplate, type TemplateNode } from "./template-parse.ts";
import { TemplateError } from "./template-tokenize.ts";

export interface TemplateAnalysis {
  readonly diagnostics: Diagnostic[];
  /** Every path that is named, in order, both branches of a condition included. */
  readonly references: { path: string[] }[];
}

/** What can be said about a template without values; never throws. */
export function analyseTemplate(source: string): TemplateAnalysis {
  try {
    return analyseNodes(parseTemplate(source));
  } catch (cause) {
    if (!(cause instanceof TemplateError)) throw cause;
    return { diagnostics: [templateError(cause.message)], references: [] };
  }
}

export function analyseNodes(nodes: readonly TemplateNode[]): TemplateAnalysis {
  const analysis: TemplateAnalysis = { diagnostics: [], references: [] };
  for (const node of nodes) visit(node, analysis);
  return analysis;
}

function visit(node: TemplateNode, analysis: TemplateAnalysis): void {
  if (node.kind === "text") return;
  if (node.kind === "if") {
    analysis.references.push({ path: [...node.condition.path] });
    for (const each of [...node.then, ...node.otherwise]) visit(each, analysis);
    return;
  }
  analysis.references.push({ path: [...node.path] });
  for (const filter of node.filters.filter((name) => !filterNames.includes(name))) {
    analysis.diagnostics.push(templateError(`"${filter}" is no filter; use ${filterNames.join(", ")}.`));
  }
}

function templateError(message: string): Diagnostic {
  return error("prompt-stack.template-analyze", message);
}
