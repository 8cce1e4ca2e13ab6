import { type Node, type ParseError, parseTree } from "jsonc-parser";
import type { Diagnostic } from "../contract/diagnostic.ts";
import type { JsonValue } from "../contract/json.ts";
import { explainJsonProblem } from "./json-problem.ts";
import { positionsOf, type TextPosition } from "./text-position.ts";
import { isKnownUnrepeated } from "./unrepeated-keys.ts";

export type JsonPath = readonly (string | number)[];

export interface ParsedJson {
  /** Absent exactly when there is a `json.syntax` error. */
  readonly value?: JsonValue;
  readonly diagnostics: Diagnostic[];
  /** Every place whose key is written more than once. */
  readonly repeated: readonly JsonPath[];
  /** Where the property or element at `path` is written; the last one where a key is repeated. */
  locate(path: JsonPath): TextPosition | undefined;
}

/** Deeper files are refused: the position parser recurses, and nothing of ours nests even ten levels. */
const maxDepth = 200;
const strict = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };

/** Strict JSON with positions. A byte order mark is skipped; repeated keys are named and the last one wins, as in `JSON.parse`. */
export function parseJsonText(text: string, { file }: { readonly file: string }): ParsedJson {
  const json = text.startsWith("\uFEFF") ? ` ${text.slice(1)}` : text;
  const value = jsonValue(json);
  if (value !== undefined && isKnownUnrepeated(json, value, maxDepth)) return unrepeated(json, value);

  const positionOf = positionsOf(json);
  const failed = (offset: number, problem: string): ParsedJson => ({
    diagnostics: [{ level: "error", code: "json.syntax", message: problem, file, ...positionOf(offset) }],
    repeated: [],
    locate: () => undefined,
  });

  const tooDeep = offsetBeyondDepth(json);
  if (tooDeep !== undefined) return failed(tooDeep, `"${file}" nests deeper than ${maxDepth} levels; make it flatter.`);
  const errors: ParseError[] = [];
  const tree = parseTree(json, errors, strict);
  if (value === undefined || tree === undefined) {
    const [first = { error: 0, offset: 0 }] = errors;
    return failed(first.offset, `"${file}" is not valid JSON: ${explainJsonProblem(first.error)}`);
  }

  const repeated = [...repeatedKeys(tree, [])];
  const diagnostics = repeated.map(
    ({ path, offset }): Diagnostic => ({
      level: "warning",
      code: "json.duplicate-key",
      message: `The key "${path.at(-1)}" is written more than once in "${file}"; keep one, the last one counts now.`,
      path: path.join("."),
      file,
      ...positionOf(offset),
    }),
  );
  return { value, diagnostics, repeated: repeated.map(({ path }) => path), locate: locator(tree, positionOf) };
}

/** Most texts: they are parsed for positions only once somebody asks for one. */
function unrepeated(json: string, value: JsonValue): ParsedJson {
  let locate: ParsedJson["locate"] | undefined;
  return {
    value,
    diagnostics: [],
    repeated: [],
    locate(path) {
      locate ??= locator(parseTree(json, [], strict), positionsOf(json));
      return locate(path);
    },
  };
}

function locator(tree: Node | undefined, positionOf: (offset: number) => TextPosition): ParsedJson["locate"] {
  return (path) => {
    const node = tree && nodeAt(tree, path);
    return node && positionOf(node.offset);
  };
}

/** `JSON.parse` decides what is JSON and makes `__proto__` an own key. */
function jsonValue(json: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(json);
    return value;
  } catch {
    // The position parser says where and why.
    return undefined;
  }
}

function offsetBeyondDepth(json: string): number | undefined {
  let depth = 0;
  let inString = false;
  for (let offset = 0; offset < json.length; offset++) {
    const character = json[offset];
    if (inString && character === "\\") offset++;
    else if (character === '"') inString = !inString;
    else if (!inString && (character === "[" || character === "{")) depth++;
    else if (!inString && (character === "]" || character === "}")) depth--;
    if (depth > maxDepth) return offset;
  }
  return undefined;
}

function* repeatedKeys(node: Node, path: JsonPath): Generator<{ path: JsonPath; offset: number }> {
  const seen = new Set<unknown>();
  for (const [index, child] of (node.children ?? []).entries()) {
    if (node.type !== "object") {
      yield* repeatedKeys(child, [...path, index]);
      continue;
    }
    const [key, value] = child.children ?? [];
    const here = [...path, String(key?.value)];
    if (seen.has(key?.value)) yield { path: here, offset: child.offset };
    seen.add(key?.value);
    if (value) yield* repeatedKeys(value, here);
  }
}

/** The property itself for a key, the element for an index. */
function nodeAt(root: Node, path: JsonPath): Node | undefined {
  let node: Node | undefined = root;
  let place: Node | undefined = root;
  for (const step of path) {
    if (node?.type === "object") {
      place = node.children?.findLast((property) => property.children?.[0]?.value === step);
      node = place?.children?.[1];
    } else {
      place = typeof step === "number" && node?.type === "array" ? node.children?.[step] : undefined;
      node = place;
    }
  }
  return place;
}
