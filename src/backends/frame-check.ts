import type { ChildFrame, ParentFrame } from "./frames.ts";

type Kind = "string" | "number" | "boolean" | "object" | "strings" | "array" | "nullable";
type Shape = Readonly<Record<string, Kind>>;

const parentShapes: Readonly<Record<ParentFrame["type"], Shape>> = {
  setup: {
    version: "number",
    root: "string",
    tools: "strings",
    denied: "strings",
    allowed: "strings",
    placeholder: "string",
    limits: "object",
    registration: "nullable",
  },
  job: { digest: "string", job: "object" },
  cancel: { reason: "string" },
};

const childShapes: Readonly<Record<ChildFrame["type"], Shape>> = {
  ready: {
    provider: "string",
    modelId: "string",
    api: "string",
    baseUrl: "string",
    thinkingLevel: "string",
    tools: "strings",
    modelKnown: "boolean",
    keyPresent: "boolean",
    piVersion: "string",
    nodeVersion: "string",
    price: "nullable",
    contextWindow: "nullable",
    maxOutputTokens: "nullable",
    thinkingLevels: "strings",
    headerNames: "strings",
    proxy: "nullable",
    tls: "string",
    requestSettings: "string",
    keySource: "string",
  },
  request: { number: "number", digest: "string", verified: "strings", retry: "boolean" },
  delta: { kind: "string", turn: "number", text: "string" },
  message: { turn: "number", stopReason: "string", error: "nullable", usage: "object", toolCalls: "number" },
  tool: { event: "string", name: "string", detail: "string" },
  answer: {
    index: "number",
    count: "number",
    text: "string",
    bytes: "number",
    sha256: "string",
    stopReason: "string",
  },
  ending: {
    reason: "string",
    limit: "nullable",
    code: "string",
    message: "string",
    requests: "number",
    retries: "number",
    blocked: "number",
    usageByTurn: "array",
  },
};

/** The frame in one line, or undefined when it is none: the caller decides how to end. */
export function parentFrame(line: string): ParentFrame | undefined {
  const value = parse(line);
  return isFrame<ParentFrame>(value, parentShapes) ? value : undefined;
}

export function childFrame(line: string): ChildFrame | undefined {
  const value = parse(line);
  return isFrame<ChildFrame>(value, childShapes) ? value : undefined;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // Not JSON is the same as not a frame.
  }
}

function isFrame<F extends { readonly type: string }>(
  value: unknown,
  shapes: Readonly<Record<F["type"], Shape>>,
): value is F {
  if (!isObject(value) || typeof value.type !== "string" || !Object.hasOwn(shapes, value.type)) return false;
  const shape = Object.entries<Shape>(shapes).find(([type]) => type === value.type)?.[1] ?? {};
  return Object.entries(shape).every(([field, kind]) => isKind(value[field], kind));
}

function isKind(value: unknown, kind: Kind): boolean {
  switch (kind) {
    case "string":
    case "boolean":
      return typeof value === kind;
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    case "object":
      return isObject(value);
    case "array":
      return Array.isArray(value);
    case "strings":
      return Array.isArray(value) && value.every((each) => typeof each === "string");
    case "nullable":
      return value !== undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
