import { type Static, Type } from "@sinclair/typebox";
import { ModelReference, ThinkingLevel } from "../model.ts";

/** US dollars (or `currency`) per million tokens, from the model's own entry in Pi. */
export const Price = Type.Object({
  currency: Type.String(),
  input: Type.Number(),
  output: Type.Number(),
  cacheRead: Type.Number(),
  cacheWrite: Type.Number(),
});
export type Price = Static<typeof Price>;

/** Where a request will go and how. Header and variable names only: no value of either is ever part of it. */
export const Destination = Type.Object({
  provider: Type.String(),
  modelId: Type.String(),
  /** Pi's API shape, for example `openai-completions`. */
  api: Type.String(),
  baseUrl: Type.String(),
  /** Host and port of `baseUrl`. */
  host: Type.String(),
  headerNames: Type.Array(Type.String()),
  /** The proxy that this destination's requests pass, without credentials; null when there is none. */
  proxy: Type.Union([Type.String(), Type.Null()]),
  /** `default`, or the names of the variables that add certificates. */
  tls: Type.String(),
  /** Who defined the provider: Pi itself, the user's models file, or an extension in the parent. */
  origin: Type.Union([
    Type.Literal("built-in"),
    Type.Literal("models-file"),
    Type.Literal("extension"),
    Type.Literal("unknown"),
  ]),
});
export type Destination = Static<typeof Destination>;

/** Host and port of a base URL; undefined where it is none. */
export function hostOf(baseUrl: string): string | undefined {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : undefined;
}

/** Everything else a person judges, sealed with the preflight. */
export const ExecutionFacts = Type.Object({
  destination: Destination,
  model: ModelReference,
  thinkingLevel: ThinkingLevel,
  price: Type.Union([Price, Type.Null()]),
  /** Tokens; null when the model's entry has none. */
  contextWindow: Type.Union([Type.Integer(), Type.Null()]),
  maxOutputTokens: Type.Union([Type.Integer(), Type.Null()]),
  /** Names of the variables the child receives. */
  environment: Type.Array(Type.String()),
  /** What shapes a request besides the texts: fields of the model's entry and settings of Pi, as JSON. */
  requestSettings: Type.Optional(Type.String()),
  piVersion: Type.String(),
  /** Of the Node that runs the child. */
  nodeVersion: Type.String(),
  /** Canonical absolute path that the read tools are bound to. */
  root: Type.String(),
  /** Patterns the path guard refuses inside the root, and places it refuses always. */
  deniedPaths: Type.Array(Type.String()),
  allowedPaths: Type.Array(Type.String()),
});
export type ExecutionFacts = Static<typeof ExecutionFacts>;
