import { placeOf } from "./check.ts";
import { type Diagnostic, error } from "./diagnostic.ts";

const endingFields = ["error", "reason", "enforcedTimeoutMs", "reachedLimit"] as const;
type EndingField = (typeof endingFields)[number];

/** What each way to end must say; what it need not say, it must not. */
const endings = {
  completed: [],
  failed: ["error"],
  cancelled: ["reason"],
  "timed-out": ["reason", "enforcedTimeoutMs"],
  "limit-reached": ["reachedLimit"],
} as const satisfies Readonly<Record<string, readonly EndingField[]>>;

export interface Ending {
  readonly status: keyof typeof endings;
  readonly output?: { readonly partial: boolean };
  readonly error?: unknown;
  readonly reason?: string;
  readonly enforcedTimeoutMs?: number;
  readonly reachedLimit?: string;
}

/** The codes of whoever asks; results of the runtime and responses of the product share the matrix, not the names. */
export interface EndingCodes {
  readonly missing: Readonly<Record<EndingField, string>>;
  readonly forbidden: (
    status: Ending["status"],
    field: EndingField,
  ) => { readonly code: string; readonly field: string };
  readonly completedPartial: string;
  readonly partial: string;
}

export function* endingProblems(ending: Ending, codes: EndingCodes, at: string): Generator<Diagnostic> {
  const required: readonly EndingField[] = endings[ending.status];
  for (const field of required) {
    if (isSaid(ending[field])) continue;
    yield error(codes.missing[field], `A run that is ${ending.status} must state ${field}.`, placeOf(at, [field]));
  }
  const reported = new Set<string>();
  for (const field of endingFields) {
    if (required.includes(field) || ending[field] === undefined) continue;
    const forbidden = codes.forbidden(ending.status, field);
    const message = `A run that is ${ending.status} cannot state ${field}: remove it.`;
    if (!reported.has(forbidden.field)) yield error(forbidden.code, message, placeOf(at, [forbidden.field]));
    reported.add(forbidden.field);
  }
  if (ending.output && ending.output.partial !== (ending.status !== "completed")) {
    const code = ending.status === "completed" ? codes.completedPartial : codes.partial;
    const message = `The output of a run that is ${ending.status} is ${ending.status === "completed" ? "whole" : "partial"}.`;
    yield error(code, message, placeOf(at, ["output", "partial"]));
  }
}

function isSaid(value: unknown): boolean {
  return typeof value === "string" ? value.trim() !== "" : value !== undefined;
}
