import { terminalHosts } from "../support/pi-hosts.ts";
import { fewCellsOf, sessionMatrix } from "../support/session-matrix.ts";

const { hosts, missing } = terminalHosts();
for (const reason of missing) console.warn(`Not run: ${reason}`);
for (const host of hosts) sessionMatrix(host, fewCellsOf(host));
