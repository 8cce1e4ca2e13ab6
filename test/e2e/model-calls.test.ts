import { modelCalls } from "../support/model-calls.ts";
import { oldPi } from "../support/pi-hosts.ts";

modelCalls(oldPi());
