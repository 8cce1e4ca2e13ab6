import { unattendedRuns } from "../support/model-unattended.ts";
import { oldPi } from "../support/pi-hosts.ts";

unattendedRuns(oldPi());
