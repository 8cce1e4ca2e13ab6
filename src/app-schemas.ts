import { entryRules } from "./config/profile-entries.ts";
import { profileIdPattern } from "./config/profile-id.ts";
import { aliasRule, settingRules } from "./config/setting-rules.ts";
import type { JsonObject, JsonValue } from "./contract/json.ts";
import { AgentProfile } from "./contract/product/agent-profile.ts";
import { PromptStack } from "./contract/product/prompt-stack.ts";

export type SchemaName = "agent-profile" | "prompt-stack" | "subagents";

/** The file that holds it, in this package's `schemas` and where `init` puts a copy. The loaders accept `$schema` and never look there. */
export function schemaFile(name: string): string {
  return `${name}.schema.json`;
}

/** JSON Schemas of the files that people write, made from what checks those files. */
export function publishedSchemas(): Readonly<Record<SchemaName, JsonObject>> {
  return {
    "agent-profile": published("agent-profile", "Who a task can be handed to: a model and a prompt stack.", profile()),
    "prompt-stack": published("prompt-stack", "What an agent is told, item by item.", stack()),
    subagents: published("subagents", "Which profiles may be delegated to, and within which limits.", delegation()),
  };
}

function published(name: SchemaName, description: string, schema: JsonObject): JsonObject {
  const header = {
    $schema: "http://json-schema.org/draft-07/schema#",
    $id: `urn:pi-forge-agent:${name}`,
    title: name,
    description,
  };
  const properties = { $schema: { type: "string" }, ...objectAt(schema, "properties") };
  return { ...header, ...schema, properties };
}

function profile(): JsonObject {
  const schema = plain(AgentProfile);
  const properties = objectAt(schema, "properties");
  return closed({ ...schema, properties: { ...properties, model: closed(objectAt(properties, "model")) } });
}

/** Files may say less than the normalised stack, and typing errors in a key are worth a mark in the editor. */
function stack(): JsonObject {
  const schema = plain(PromptStack);
  const properties = objectAt(schema, "properties");
  const items = objectAt(properties, "items");
  const kinds = listAt(objectAt(items, "items"), "anyOf").map((kind) => (isObject(kind) ? closed(kind) : kind));
  const policy = (key: string) => closed({ ...objectAt(properties, key), not: { required: ["allow", "deny"] } });
  return closed({
    ...schema,
    properties: {
      ...properties,
      tools: policy("tools"),
      skills: policy("skills"),
      items: { ...items, items: { anyOf: kinds } },
    },
  });
}

function delegation(): JsonObject {
  const settings = Object.fromEntries(Object.entries(settingRules).map(([name, { schema }]) => [name, schema]));
  const entry = Object.fromEntries(Object.entries(entryRules).map(([name, { schema }]) => [name, schema]));
  return closed({
    type: "object",
    properties: {
      ...settings,
      profiles: {
        type: "object",
        propertyNames: { pattern: profileIdPattern },
        additionalProperties: closed({ type: "object", properties: entry }),
      },
      modelAliases: { type: "object", additionalProperties: aliasRule.schema },
    },
  });
}

function closed(schema: JsonObject): JsonObject {
  return { ...schema, additionalProperties: false };
}

/** A copy without what the schema library keeps for itself. */
function plain(schema: unknown): JsonObject {
  const copy: JsonValue = JSON.parse(JSON.stringify(schema));
  if (!isObject(copy)) throw new Error("A schema is an object.");
  return copy;
}

function objectAt(schema: JsonObject, key: string): JsonObject {
  const value = schema[key];
  if (!isObject(value)) throw new Error(`The schema has no object "${key}".`);
  return value;
}

function listAt(schema: JsonObject, key: string): readonly JsonValue[] {
  const value = schema[key];
  if (!Array.isArray(value)) throw new Error(`The schema has no list "${key}".`);
  return value;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
