import { grantsInPi } from "../support/grants-in-pi.ts";
import { oldPi } from "../support/pi-hosts.ts";

grantsInPi(oldPi());
