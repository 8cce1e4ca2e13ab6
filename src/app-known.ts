import { createApprovedSetups } from "./config/approved-setups.ts";
import type { ProjectTrust } from "./config/trust-store.ts";
import type { DelegationPorts, PlannedRun } from "./delegation.ts";
import type { ForgeDirectories } from "./files/forge-directories.ts";
import { realPath } from "./files/real-path.ts";

export interface KnownOptions {
  readonly cwd: string;
  readonly home: string;
  readonly directories: ForgeDirectories;
  readonly trust: () => ProjectTrust;
  readonly now: () => Date;
}

/** What the panel is told of before, and how a yes becomes part of it. */
export function createKnown(options: KnownOptions) {
  const { cwd, home, directories, now } = options;
  const setups = createApprovedSetups(directories.approvedSetups);
  const subjectOf = (run: PlannedRun) => ({ profileId: run.profileId, project: realPath(cwd) ?? cwd });
  return {
    known: ((run) => {
      const { since } = run.profileId.startsWith("project:") ? options.trust() : {};
      return { home, lastYes: setups.last(subjectOf(run)), ...(since === undefined ? {} : { trustedSince: since }) };
    }) satisfies DelegationPorts["known"],
    /** A yes that cannot be written down is still a yes; the next panel then compares with an older one or none. */
    async remember(run: PlannedRun): Promise<void> {
      const { setup, host, judged } = run;
      await setups.keep(subjectOf(run), { approvedAt: now().toISOString(), setup, host, judged });
    },
  };
}
