import type { OptionDefinition } from "./command-line-options.ts";

const about = { where: "everywhere", verbs: ["history"] } as const;

/** Which runs `history` shows, and what else it does with one. */
export const historyOptions: readonly OptionDefinition[] = [
  { name: "--status", value: "STATUS", summary: "history: only runs that ended so, for example failed.", ...about },
  { name: "--profile", value: "PROFILE", summary: "history: only runs of this profile.", ...about },
  { name: "--since", value: "DAYS", summary: "history: only runs of so many days.", ...about },
  { name: "--here", summary: "history: only runs of this project.", ...about },
  { name: "--limit", value: "N", summary: "history: so many runs at most; default is 50.", ...about },
  { name: "--copy", summary: "history: the answer of the run to the clipboard.", ...about },
  {
    name: "--export",
    value: "FILE",
    summary: "history: the run into a new file, as JSON where it ends in .json, else as Markdown.",
    ...about,
  },
  {
    name: "--forget",
    value: "RUN|all|DAYSd",
    summary: "history: remove one run, every run, or those older than so many days, such as 30d.",
    ...about,
  },
  { name: "--json", summary: "history: the same as JSON.", where: "pi", verbs: ["history"] },
];
