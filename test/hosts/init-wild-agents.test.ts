import { terminalHosts } from "../support/pi-hosts.ts";
import { wildAgentRuns } from "../support/wild-agents-in-pi.ts";

const { hosts, missing } = terminalHosts();
for (const reason of missing) console.warn(`Not run: ${reason}`);
for (const host of hosts) wildAgentRuns(host);
