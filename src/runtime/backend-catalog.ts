import { canonicalCopy } from "../contract/canonical-json.ts";
import { error } from "../contract/diagnostic.ts";
import { failure, type Outcome } from "../contract/outcome.ts";
import type { ToolCatalog } from "../contract/tool-catalog.ts";
import type { Registration } from "./backend-registry.ts";
import { type Bound, bounded, causeText } from "./bounded.ts";

/** The tools a backend offers here. They bind nothing yet: its preflight must offer them again. */
export async function backendCatalog(
  { backend, descriptor }: Registration,
  bound: Bound & { readonly signal: AbortSignal },
): Promise<Outcome<ToolCatalog>> {
  const ended = await bounded(() => backend.catalog(bound.signal).then(canonicalCopy), bound);
  const problem = (code: string, text: string) => failure(error(code, `The backend "${descriptor.id}" ${text}.`));
  switch (ended.kind) {
    case "done":
      return ended.value;
    case "failed":
      return problem("backend.catalog-error", `could not say which tools it has: ${causeText(ended.cause)}`);
    case "late":
      return problem("backend.catalog-timed-out", `did not say within ${bound.ms} ms which tools it has`);
    case "aborted":
      return problem("backend.catalog-cancelled", "was not asked to the end which tools it has");
  }
}
