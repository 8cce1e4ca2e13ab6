import { oldPi } from "../support/pi-hosts.ts";
import { sessionEnds } from "../support/session-ends.ts";

sessionEnds(oldPi());
