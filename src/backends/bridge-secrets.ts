import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import { redactSecrets } from "../text/redact.ts";

/** A provider's error without what this child sends as key or header: some providers repeat a key that they refuse. */
export async function withoutSentSecrets(
  text: string,
  ctx: Pick<ExtensionContext, "model" | "modelRegistry">,
): Promise<string> {
  const { model, modelRegistry } = ctx;
  const auth = model === undefined ? undefined : await modelRegistry.getApiKeyAndHeaders(model);
  if (auth?.ok !== true) return redactSecrets(text);
  const sent = [auth.apiKey, ...Object.values(auth.headers ?? {})].filter((value) => typeof value === "string");
  // A header holds a scheme and a key, and an error may repeat the key alone.
  return redactSecrets(text, [...sent, ...sent.flatMap((value) => value.split(/\s+/))]);
}
