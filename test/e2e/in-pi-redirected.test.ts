import { redirectedProviders } from "../support/in-pi-redirected.ts";
import { oldPi } from "../support/pi-hosts.ts";

redirectedProviders(oldPi());
