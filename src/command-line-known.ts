import type { Door } from "./command-line-door.ts";
import { historyOptions } from "./command-line-history.ts";
import type { OptionDefinition } from "./command-line-options.ts";
import { type Verb, verbs } from "./command-line-verbs.ts";

const tasks: readonly Verb[] = ["run", "plan"];
const every = verbs.map(({ name }) => name);
/** What a project's files say counts for these. */
const trusting: readonly Verb[] = [...tasks, "status", "profiles", "backends", "config", "init"];

export const options: readonly OptionDefinition[] = [
  { name: "--backend", value: "ID", summary: "Backend for this run.", where: "everywhere", verbs: tasks },
  { name: "--model", value: "PROVIDER/ID", summary: "Model for this run.", where: "everywhere", verbs: tasks },
  {
    name: "--model",
    value: "PROVIDER/ID",
    summary: "status, profiles, init: the model of profiles that name none.",
    where: "terminal",
    verbs: ["status", "profiles", "init"],
  },
  {
    name: "--timeout-ms",
    value: "N",
    summary: "Time limit for this run, 1000 to 3600000.",
    where: "everywhere",
    verbs: tasks,
  },
  {
    name: "--diff",
    value: "[RANGE]",
    optional: true,
    summary: "Attach a git diff; default is the working tree against HEAD.",
    where: "everywhere",
    verbs: tasks,
  },
  {
    name: "--attach",
    value: "FILE[:FROM-TO]",
    summary: "Attach a file or lines of it, - for standard input; repeatable.",
    where: "everywhere",
    verbs: tasks,
  },
  {
    name: "--project-context",
    summary: "Attach AGENTS.md and CLAUDE.md of the project.",
    where: "everywhere",
    verbs: tasks,
  },
  { name: "--private", summary: "Keep the answer out of the conversation.", where: "pi", verbs: ["run"] },
  {
    name: "--cwd",
    value: "DIR",
    summary: "Project directory; default is the current one.",
    where: "terminal",
    verbs: every,
  },
  { name: "--pi", value: "FILE", summary: "Pi's command script or binary.", where: "terminal", verbs: every },
  {
    name: "--trust-project",
    summary: "Trust this project's files as they are now.",
    where: "terminal",
    verbs: trusting,
  },
  { name: "--trust-modules", summary: "Run code modules as they are now, as you.", where: "terminal", verbs: trusting },
  {
    name: "--yes",
    summary: "Approve on the command line; recorded as that. It is not trust.",
    where: "terminal",
    verbs: ["run", "init"],
  },
  {
    name: "--json",
    summary: "One JSON object on standard output, all else on standard error.",
    where: "terminal",
    verbs: every,
  },
  ...historyOptions,
];

/** Those that one verb takes where it is typed. */
export function optionsOf(verb: string, door: Door): readonly OptionDefinition[] {
  return options.filter(
    ({ where, verbs }) => verbs.some((each) => each === verb) && (where === "everywhere" || where === door),
  );
}
