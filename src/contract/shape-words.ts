import type { Shape } from "./shape.ts";

/** After "must be". */
export function expectation(shape: Shape): string {
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  switch (shape.type) {
    case "string":
      if (shape.pattern !== undefined) return `text that matches ${shape.pattern}`;
      return shape.minLength ? "text that is not empty" : "text";
    case "integer":
      return shape.minimum === undefined ? "a whole number" : `a whole number from ${shape.minimum}`;
    case "number":
      return shape.minimum === undefined ? "a finite number" : `a finite number from ${shape.minimum}`;
    case "array":
      return shape.minItems ? "a list that is not empty" : "a list";
    case "object":
      return "an object";
    case "boolean":
      return "true or false";
    case "null":
      return "null";
    default:
      return "JSON";
  }
}

/** Long texts are not repeated: a prompt or a secret may stand where a short word was expected. */
export function description(value: unknown): string {
  switch (typeof value) {
    case "undefined":
      return "it is missing";
    case "string":
      return value.length > 40 ? `it is a text of ${value.length} characters` : `it is ${JSON.stringify(value)}`;
    case "number":
    case "boolean":
      return `it is ${value}`;
    case "object":
      if (value === null) return "it is null";
      return Array.isArray(value) ? "it is a list" : "it is an object";
    default:
      return "it cannot be read as JSON";
  }
}
