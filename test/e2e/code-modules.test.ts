import { codeModules } from "../support/code-modules-in-pi.ts";
import { oldPi } from "../support/pi-hosts.ts";

codeModules(oldPi());
