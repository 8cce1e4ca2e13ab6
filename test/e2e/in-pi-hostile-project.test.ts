import { hostileProjects } from "../support/in-pi-hostile-project.ts";
import { oldPi } from "../support/pi-hosts.ts";

hostileProjects(oldPi());
