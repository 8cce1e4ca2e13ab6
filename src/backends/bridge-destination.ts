import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import type { Job } from "./frames.ts";
import { differingHeader, resolvedHeaderNames } from "./header-names.ts";

type Asked = Pick<ExtensionContext, "model" | "modelRegistry">;

/** How the model of this session differs from the sealed one, if it does. */
export function modelDifference({ model }: Asked, job: Job): string | undefined {
  const same =
    model?.provider === job.provider &&
    model.id === job.modelId &&
    model.api === job.api &&
    model.baseUrl === job.baseUrl;
  return same ? undefined : "The model or its destination is not the sealed one.";
}

/**
 * How what Pi resolves for a request, now that it may, differs from what was sealed: Pi 1.x may take another base URL
 * from a sign-in, a header may come from a place that nobody read, and a stored key may stand before the one handed over.
 */
export async function routeDifference({ model, modelRegistry }: Asked, job: Job): Promise<string | undefined> {
  if (model === undefined) return "There is no model.";
  const auth = await modelRegistry.getApiKeyAndHeaders(model);
  if (!auth.ok) return `Pi cannot make up this request's key and headers: ${auth.error}`;
  const baseUrl: unknown = Reflect.get(auth, "baseUrl");
  if (typeof baseUrl === "string" && baseUrl !== job.baseUrl) {
    return `The sign-in of "${job.provider}" sends requests to ${baseUrl}, but ${job.baseUrl} was approved; set it as "baseUrl" of this provider in Pi's models.json.`;
  }
  const header = differingHeader(job.headerNames, resolvedHeaderNames(auth.headers));
  if (header !== undefined) return `The header "${header}" is not the same in the request and in what was approved.`;
  if (job.key !== null && auth.apiKey !== job.key) return "The key of the request is not the one that was handed over.";
  return undefined;
}

/**
 * Makes the key that was handed over the one of this session, before any stored one and never read as a command or a
 * variable's name. Pi gives extensions no way for that, so both versions are asked where `--api-key` asks them.
 */
export async function holdKey(registry: object, provider: string, key: string): Promise<void> {
  for (const name of ["authStorage", "runtime"]) {
    const holder: unknown = Reflect.get(registry, name);
    if (typeof holder !== "object" || holder === null) continue;
    const set: unknown = Reflect.get(holder, "setRuntimeApiKey");
    if (typeof set !== "function") continue;
    await Reflect.apply(set, holder, [provider, key]);
    return;
  }
}
