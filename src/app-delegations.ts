import type { Authority } from "./app-authority.ts";
import { enableShownProfile } from "./app-enable.ts";
import type { AppHost } from "./app-host.ts";
import { createKnown } from "./app-known.ts";
import type { AppOptions } from "./app-options.ts";
import { type Recorded, record } from "./app-record.ts";
import { watchTimes } from "./app-run-times.ts";
import type { WithRuntime } from "./app-runtime.ts";
import { watchUnattended } from "./app-unattended.ts";
import type { Approver } from "./approval/approver.ts";
import type { ContentGrants } from "./config/content-grants.ts";
import { delegationPolicy } from "./config/delegation-policy.ts";
import type { TrustStore } from "./config/trust-store.ts";
import { createUnattendedLedger } from "./config/unattended-ledger.ts";
import { type Outcome, success } from "./contract/outcome.ts";
import { delegate } from "./delegate.ts";
import type { Delegation, DelegationPorts, DelegationProgress } from "./delegation.ts";
import { type PlannedDelegation, planDelegation } from "./delegation-plan.ts";
import type { ForgeDirectories } from "./files/forge-directories.ts";
import type { History } from "./history/history.ts";
import type { ExecutionRuntime } from "./runtime/runtime-port.ts";

export interface Delegations {
  delegate(
    delegation: Delegation,
    signal: AbortSignal,
    report?: (progress: DelegationProgress) => void,
    /** Who decides instead of the session's approver. */
    approver?: Approver,
  ): Promise<Recorded>;
  /** Seals, hands the plan to `look`, and discards it. Contacts no provider. */
  plan<T>(
    delegation: Delegation,
    signal: AbortSignal,
    look: (planned: PlannedDelegation) => Promise<T> | T,
  ): Promise<Outcome<T>>;
}

export interface DelegationsOptions
  extends Pick<AppOptions, "cwd" | "home" | "approver" | "canAsk" | "now" | "newId">,
    Pick<DelegationPorts, "terms"> {
  readonly directories: ForgeDirectories;
  readonly trustStore: TrustStore;
  readonly authority: Authority;
  readonly agreements: ContentGrants;
  readonly hosts: AppHost;
  readonly withRuntime: WithRuntime;
  readonly history: History;
}

/** The delegations of one session: each in its own runtime, with what ran unasked counted over all of them, and recorded. */
export function createDelegations(options: DelegationsOptions): Delegations {
  const { cwd, home, canAsk, now, newId, terms, directories, trustStore, authority, agreements, hosts, history } =
    options;
  const { withRuntime } = options;
  const ledger = createUnattendedLedger();
  const before = createKnown({ cwd, home, directories, trust: () => trustStore.projectTrust(cwd), now });
  const policy = (profileId: string) => delegationPolicy(authority.settings().settings, profileId).unattended;

  function ports(runtime: ExecutionRuntime, approver = options.approver): DelegationPorts {
    return {
      terms,
      host: hosts.host,
      runtime,
      approver,
      compileCanary: hosts.compileCanary,
      enable: (agreed) => enableShownProfile(agreed, { cwd, directories, trustStore, authority, grants: agreements }),
      known: before.known,
      agreed(run) {
        if (run.setup !== null) ledger.agreed(run.profileId, run.setup);
        return before.remember(run);
      },
      now,
      newId,
    };
  }

  return {
    async delegate(delegation, signal, report, approver) {
      const times = watchTimes(now);
      const unasked = watchUnattended({ ledger, policy, canAsk, now }, signal);
      const watched = (progress: DelegationProgress) => {
        times.watch(progress);
        unasked.watch(progress);
        report?.(progress);
      };
      const result = await withRuntime((runtime) => {
        const used = { ...ports(runtime, approver), unattended: unasked.decide };
        return delegate(delegation, used, unasked.signal, watched);
      });
      unasked.ended(result);
      return record(delegation, result, history, { cwd, times });
    },
    plan: (delegation, signal, look) =>
      withRuntime(async (runtime) => {
        const planned = await planDelegation(delegation, ports(runtime), signal);
        return planned.ok ? success(await look(planned.value), planned.diagnostics) : planned;
      }),
  };
}
