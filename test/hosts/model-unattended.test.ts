import { unattendedRuns } from "../support/model-unattended.ts";
import { piHosts } from "../support/pi-hosts.ts";

const { hosts, missing } = piHosts();
for (const reason of missing) console.warn(`Not run: ${reason}`);
for (const host of hosts) unattendedRuns(host);
