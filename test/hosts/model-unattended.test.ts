import { refusals, unattendedRuns } from "../support/model-unattended.ts";
import { afterEndToEnd, terminalHosts } from "../support/pi-hosts.ts";

const { hosts, missing } = terminalHosts();
for (const reason of missing) console.warn(`Not run: ${reason}`);
// What refuses is decided by us and not by the host: where another host has shown each of them, one of each code is enough.
const asked = !afterEndToEnd
  ? refusals
  : refusals.filter(({ code }, at) => at === refusals.findIndex((each) => each.code === code));
if (asked !== refusals)
  console.warn(`Not run: ${refusals.length - asked.length} refusals of a code that is shown once`);
for (const host of hosts) unattendedRuns(host, asked);
