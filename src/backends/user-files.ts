import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ModelReference } from "../contract/model.ts";
import type { Destination } from "../contract/runtime/execution-facts.ts";
import { entryHeaders } from "./header-names.ts";
import { isBuiltInProvider, keyVariables } from "./model-facts-keys.ts";

interface VariableSources {
  readonly environment: NodeJS.ProcessEnv;
  readonly agentDir: string;
  readonly source: string | undefined;
  readonly label: string | undefined;
}

/** Providers by name: those with a stored key, and those of the models file. */
interface UserFiles {
  readonly stored: object;
  readonly defined: object;
}

function userFiles(agentDir: string): UserFiles {
  return { stored: userFile(agentDir, "auth.json") ?? {}, defined: definedProviders(agentDir) ?? {} };
}

/** Who defined a provider that no extension did. `keySource` is what Pi calls the place of its key. */
export function providerOrigin(
  provider: string,
  keySource: string | undefined,
  agentDir: string,
): Destination["origin"] {
  if (keySource?.startsWith("models_json")) return "models-file";
  const providers = definedProviders(agentDir);
  if (providers === undefined) return "unknown";
  if (Object.hasOwn(providers, provider)) return "models-file";
  return isBuiltInProvider(provider) ? "built-in" : "unknown";
}

/** Variables that the user's files name as the key of one provider, or of every one. A stored key goes before one of the models file. */
export function namedKeyVariables(
  agentDir: string,
  environment: NodeJS.ProcessEnv,
  provider?: string,
): readonly string[] {
  return keyVariablesIn(userFiles(agentDir), environment, provider);
}

function keyVariablesIn({ stored, defined }: UserFiles, environment: NodeJS.ProcessEnv, provider?: string) {
  const providers = provider === undefined ? [...Object.keys(stored), ...Object.keys(defined)] : [provider];
  const keys = providers.map((each) => {
    const credential = ownObject(stored, each);
    return credential ? Reflect.get(credential, "key") : Reflect.get(ownObject(defined, each) ?? {}, "apiKey");
  });
  return named(keys, environment);
}

/** Every variable whose value the child needs to send for this model. `source` and `label` are what Pi says of its key. */
export function modelVariables(
  model: ModelReference,
  { environment, agentDir, source, label }: VariableSources,
): readonly string[] {
  const files = userFiles(agentDir);
  const names = [
    ...keyVariables(model.provider, environment, source, label),
    ...keyVariablesIn(files, environment, model.provider),
    ...headerVariablesIn(files, environment, model),
  ];
  return [...new Set(names)];
}

/** Variables that the models file names in the headers of a model. */
function headerVariablesIn(
  { defined }: UserFiles,
  environment: NodeJS.ProcessEnv,
  { provider, id }: ModelReference,
): readonly string[] {
  const headers = entryHeaders(ownObject(defined, provider), id);
  return named(
    headers.flatMap((each) => Object.values(each ?? {})),
    environment,
  );
}

/** Pi 0.73 takes a text that is a variable's name for its value, Pi 1.x `$NAME` and `${NAME}` within a text. A command names none. */
function named(texts: readonly unknown[], environment: NodeJS.ProcessEnv): readonly string[] {
  const names = texts.flatMap((text) => {
    if (typeof text !== "string" || text.startsWith("!")) return [];
    return [text, ...[...text.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, name = ""]) => name)];
  });
  return [...new Set(names)].filter((name) => Object.hasOwn(environment, name) && environment[name] !== "");
}

/** The providers that the models file defines or changes; undefined where there is a file that cannot be read. */
function definedProviders(agentDir: string): object | undefined {
  const file = userFile(agentDir, "models.json");
  return file && (ownObject(file, "providers") ?? {});
}

/** As Pi reads it: a byte order mark, line comments and commas before a closing bracket may stand in it. One that is not there is empty. */
function userFile(agentDir: string, name: string): object | undefined {
  try {
    const text = readFileSync(join(agentDir, name), "utf8").replace(/^\uFEFF/, "");
    const plain = text.replace(/("(?:\\.|[^"\\])*")|\/\/.*/g, "$1").replace(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, "$1");
    const value: unknown = JSON.parse(plain);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch (cause) {
    return cause instanceof Error && Reflect.get(cause, "code") === "ENOENT" ? {} : undefined;
  }
}

function ownObject(holder: object, name: string): object | undefined {
  const value: unknown = Object.hasOwn(holder, name) ? Reflect.get(holder, name) : undefined;
  return typeof value === "object" && value !== null ? value : undefined;
}
