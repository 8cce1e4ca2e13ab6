import type { Outcome } from "../contract/outcome.ts";
import type { PrepareReply, PrepareRequest, ProfileSummary } from "../contract/product/host-port.ts";
import type { AgentProfileSnapshot } from "../contract/product/profile-snapshot.ts";

/** The host port as a caller sees it: ours or a foreign one, behind the wire. What it answers is frozen; a failed reply carries its reasons. */
export interface ForgeHost {
  /** Id of the host on the bus. */
  readonly hostId: string;
  listProfiles(): Promise<Outcome<readonly ProfileSummary[]>>;
  /** `reviewer`, `project:reviewer` or `global:reviewer`. */
  resolveProfile(selector: string): Promise<Outcome<AgentProfileSnapshot>>;
  prepare(request: PrepareRequest): Promise<Outcome<PrepareReply>>;
}
