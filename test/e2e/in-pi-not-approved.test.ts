import { notApproved } from "../support/in-pi-not-approved.ts";
import { oldPi } from "../support/pi-hosts.ts";

notApproved(oldPi());
