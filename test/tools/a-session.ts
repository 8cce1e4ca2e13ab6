import type { App } from "../../src/app.ts";
import type { Recorded } from "../../src/app-record.ts";
import type { OpenSession } from "../../src/app-session.ts";
import { success } from "../../src/contract/outcome.ts";
import type { Delegation, DelegationProgress } from "../../src/delegation.ts";

type Delegate = (
  delegation: Delegation,
  signal: AbortSignal,
  report?: (progress: DelegationProgress) => void,
) => Promise<Recorded>;

/** A session whose delegations end as told; everything else of the application is out of reach. */
export function aSession(delegate: Delegate): OpenSession & { readonly asked: Delegation[] } {
  const asked: Delegation[] = [];
  const app = {
    delegate: (delegation: Delegation, signal: AbortSignal, report?: (progress: DelegationProgress) => void) => {
      asked.push(delegation);
      return delegate(delegation, signal, report);
    },
  } as unknown as App;
  const { signal } = new AbortController();
  return { asked, open: async () => success({ app, signal }), loaded: async () => app, signal: () => signal };
}
