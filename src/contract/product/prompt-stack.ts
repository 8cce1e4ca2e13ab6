import { type Static, Type } from "@sinclair/typebox";
import type { JsonObject, JsonValue } from "../json.ts";

export const ResourcePolicy = Type.Object({
  allow: Type.Optional(Type.Array(Type.String())),
  deny: Type.Optional(Type.Array(Type.String())),
});
export type ResourcePolicy = Static<typeof ResourcePolicy>;

const Role = Type.Union([
  Type.Literal("system"),
  Type.Literal("user"),
  Type.Literal("assistant"),
  Type.Literal("custom"),
]);

const anyObject = Type.Unsafe<JsonObject>(Type.Object({}));
const anyJson = Type.Unsafe<JsonValue>(Type.Unknown());

const itemBase = {
  id: Type.String(),
  name: Type.Optional(Type.String()),
  enabled: Type.Optional(Type.Boolean()),
  role: Type.Optional(Role),
  tags: Type.Optional(Type.Array(Type.String())),
  source: Type.Optional(anyObject),
};

export const StackBlock = Type.Object({ ...itemBase, kind: Type.Literal("block"), content: Type.String() });
export type StackBlock = Static<typeof StackBlock>;

export const StackSlot = Type.Object({
  ...itemBase,
  kind: Type.Literal("slot"),
  slot: Type.String(),
  options: Type.Optional(anyObject),
});
export type StackSlot = Static<typeof StackSlot>;

export const RegexRule = Type.Object({
  id: Type.String(),
  name: Type.Optional(Type.String()),
  enabled: Type.Optional(Type.Boolean()),
  stage: Type.Union([Type.Literal("history"), Type.Literal("compiled")]),
  effect: Type.Optional(Type.Union([Type.Literal("outgoing"), Type.Literal("finalize")])),
  pattern: Type.String(),
  flags: Type.Optional(Type.String()),
  replace: Type.Optional(Type.String()),
  trimStrings: Type.Optional(Type.Array(Type.String())),
  roles: Type.Optional(Type.Array(Type.String())),
  targets: Type.Optional(Type.Array(Type.Union([Type.Literal("system"), Type.Literal("messages")]))),
  maxMessages: Type.Optional(Type.Integer()),
  maxChars: Type.Optional(Type.Integer()),
  minDepth: Type.Optional(Type.Integer()),
  maxDepth: Type.Optional(Type.Integer()),
  source: Type.Optional(anyObject),
});
export type RegexRule = Static<typeof RegexRule>;

/** The normalised stack: what the stack fingerprint covers. */
export const PromptStack = Type.Object({
  schemaVersion: Type.Optional(Type.Union([Type.Literal(1), Type.Literal(2)])),
  type: Type.Optional(Type.Literal("pi-forge.prompt-stack")),
  id: Type.String(),
  name: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  autoActivate: Type.Optional(Type.Boolean()),
  mode: Type.Optional(Type.Union([Type.Literal("replace"), Type.Literal("append"), Type.Literal("prepend")])),
  defaults: Type.Optional(anyObject),
  context: Type.Optional(anyObject),
  tools: Type.Optional(ResourcePolicy),
  skills: Type.Optional(ResourcePolicy),
  variables: Type.Optional(Type.Record(Type.String(), Type.String())),
  parameters: Type.Optional(Type.Record(Type.String(), anyJson)),
  regex: Type.Optional(Type.Object({ schemaVersion: Type.Optional(Type.Literal(1)), rules: Type.Array(RegexRule) })),
  items: Type.Array(Type.Union([StackBlock, StackSlot])),
  import: Type.Optional(anyObject),
});
export type PromptStack = Static<typeof PromptStack>;
