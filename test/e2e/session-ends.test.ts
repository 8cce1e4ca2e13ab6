import { oldPi } from "../support/pi-hosts.ts";
import { fewCellsOf, sessionMatrix } from "../support/session-matrix.ts";

sessionMatrix(oldPi(), fewCellsOf(oldPi()));
