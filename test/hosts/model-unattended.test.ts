import { unattendedRuns } from "../support/model-unattended.ts";
import { terminalHosts } from "../support/pi-hosts.ts";

const { hosts, missing } = terminalHosts();
for (const reason of missing) console.warn(`Not run: ${reason}`);
for (const host of hosts) unattendedRuns(host);
