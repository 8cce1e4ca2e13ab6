import { spawnSync } from "node:child_process";

/** Whether Pi's `grep` can work here. Says so when it cannot. */
export const hasRipgrep = spawnSync("rg", ["--version"], { stdio: "ignore" }).error === undefined;

if (!hasRipgrep) console.warn("Tests that need ripgrep are skipped: rg is not on PATH.");
