import { type Diagnostic, error } from "../contract/diagnostic.ts";

/** The base URL is sealed, shown and kept as it is, so it may hold no credential: no user information and no query. */
export function* secretInBaseUrl(provider: string, baseUrl: string): Generator<Diagnostic> {
  if (!URL.canParse(baseUrl)) return;
  const { username, password, search } = new URL(baseUrl);
  if (username === "" && password === "" && search === "") return;
  const message = `The base URL of the provider "${provider}" holds user information or a query, which would be shown and recorded; put the key into "apiKey" or "headers" of its entry.`;
  yield error("model.base-url-secret", message, "model.provider");
}
