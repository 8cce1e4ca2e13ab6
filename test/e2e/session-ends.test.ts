import { oldPi } from "../support/pi-hosts.ts";
import { fewCells, sessionMatrix } from "../support/session-matrix.ts";

sessionMatrix(oldPi(), fewCells);
