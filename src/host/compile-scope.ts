import type { JsonValue } from "../contract/json.ts";
import { ownValue, runtimeAlias } from "./compile-environment.ts";
import type { PromptEnvironment } from "./compile-input.ts";
import type { Macros } from "./compile-macros.ts";
import type { TemplatePath } from "./template-parse.ts";
import type { TemplateScope } from "./template-render.ts";

/** What the paths in a stack's templates mean. */
export function templateScope(environment: PromptEnvironment, macros: Macros): TemplateScope {
  return {
    check(path) {
      const name = macroName(path, environment);
      if (name !== undefined) macros.check(name);
    },
    lookup(path) {
      const [root = "", ...rest] = path;
      if (rest.length === 0) return bareValue(root, environment, macros);
      if (root === "extensions") return walk(macroOrNothing(rest[0] ?? "", macros), rest.slice(1));
      if (root === "runtime" || root === "parameters") return walk(environment[root], rest);
      return undefined;
    },
  };
}

function bareValue(name: string, environment: PromptEnvironment, macros: Macros): JsonValue | undefined {
  const parameter = ownValue(environment.parameters, name);
  if (parameter !== undefined) return parameter;
  const alias = runtimeAlias(name);
  return alias === undefined ? macroOrNothing(name, macros) : ownValue(environment.runtime, alias);
}

function macroName([root = "", name]: TemplatePath, environment: PromptEnvironment): string | undefined {
  if (root === "extensions" && name !== undefined) return name;
  const isBare = name === undefined && runtimeAlias(root) === undefined;
  return isBare && ownValue(environment.parameters, root) === undefined ? root : undefined;
}

function macroOrNothing(name: string, macros: Macros): JsonValue | undefined {
  return macros.has(name) ? macros.value(name) : undefined;
}

function walk(value: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  return path.reduce(ownValue, value);
}
