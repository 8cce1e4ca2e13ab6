import { questionsInPi } from "../support/in-pi-questions.ts";
import { oldPi } from "../support/pi-hosts.ts";

questionsInPi(oldPi());
