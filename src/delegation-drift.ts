import { canonicalJson } from "./contract/canonical-json.ts";
import { type Diagnostic, error } from "./contract/diagnostic.ts";
import type { AgentProfileSnapshot } from "./contract/product/profile-snapshot.ts";
import type { Delegation, DelegationPorts, DelegationTerms } from "./delegation.ts";
import { profileDrift, sameSnapshot } from "./delegation-conversation.ts";

/** Configuration and profile are read again at the decision: what was approved must still be what is allowed. */
export async function driftSincePlanning(
  delegation: Delegation,
  planned: { readonly terms: DelegationTerms; readonly snapshot: AgentProfileSnapshot },
  ports: Pick<DelegationPorts, "terms" | "host">,
): Promise<readonly Diagnostic[]> {
  const terms = await ports.terms(delegation);
  if (!terms.ok) return terms.diagnostics;
  if (canonicalJson(sealedTerms(terms.value)) !== canonicalJson(sealedTerms(planned.terms))) return [settingsChanged];
  const host = await ports.host();
  if (!host.ok) return host.diagnostics;
  const snapshot = await host.value.resolveProfile(terms.value.profileId);
  if (!snapshot.ok) return snapshot.diagnostics;
  return sameSnapshot(snapshot.value, planned.snapshot)
    ? []
    : [profileDrift(planned.snapshot.profileId, "while the panel was open")];
}

const settingsChanged = error(
  "plan.terms-drift",
  "The delegation settings changed while the panel was open: ask again to see the new plan.",
);

function sealedTerms({ diagnostics: _, chat: __, ...terms }: DelegationTerms) {
  return terms;
}
