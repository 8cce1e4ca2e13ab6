import { grantsInPi } from "../support/grants-in-pi.ts";
import { terminalHosts } from "../support/pi-hosts.ts";

const { hosts, missing } = terminalHosts();
for (const reason of missing) console.warn(`Not run: ${reason}`);
for (const host of hosts) grantsInPi(host);
