import { piHosts } from "../support/pi-hosts.ts";
import { everyCell, sessionMatrix } from "../support/session-matrix.ts";

const { hosts, missing } = piHosts();
for (const reason of missing) console.warn(`Not run: ${reason}`);
for (const host of hosts) sessionMatrix(host, everyCell);
