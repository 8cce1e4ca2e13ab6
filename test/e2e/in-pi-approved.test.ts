import { approvedRuns } from "../support/in-pi-approved.ts";
import { oldPi } from "../support/pi-hosts.ts";

approvedRuns(oldPi());
