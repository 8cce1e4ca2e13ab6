export type Verb =
  | "run"
  | "plan"
  | "backends"
  | "profiles"
  | "config"
  | "status"
  | "history"
  | "grants"
  | "init"
  | "help";

export interface VerbDefinition {
  readonly name: Verb;
  readonly usage: string;
  readonly summary: string;
  readonly takesTask: boolean;
  /** So many words may follow that are neither a profile nor a task. */
  readonly takesWords?: number;
}

export const verbs: readonly VerbDefinition[] = [
  {
    name: "run",
    usage: "run <profile> [options] [--] <task>",
    summary: "Seal the prompt, ask for approval, run it, show the answer.",
    takesTask: true,
  },
  {
    name: "plan",
    usage: "plan <profile> [options] [--] <task>",
    summary: "Show the exact prompt and rights. Contacts no provider.",
    takesTask: true,
  },
  {
    name: "status",
    usage: "status",
    summary: "What can run here, trust, host, problems and their fixes.",
    takesTask: false,
  },
  {
    name: "profiles",
    usage: "profiles",
    summary: "Every profile, whether it can be delegated to, and why not.",
    takesTask: false,
  },
  {
    name: "backends",
    usage: "backends",
    summary: "The ways to execute a plan and what each enforces.",
    takesTask: false,
  },
  {
    name: "config",
    usage: "config",
    summary: "Every setting with its value and the file it comes from.",
    takesTask: false,
  },
  {
    name: "history",
    usage: "history [run] [options]",
    summary: "The runs that are kept, or all that is known about one (41, r_41 or last).",
    takesTask: false,
    takesWords: 1,
  },
  {
    name: "grants",
    usage: "grants [revoke <n|all>]",
    summary: "What the model may run unasked in this session of Pi, and an end to it.",
    takesTask: false,
    takesWords: 2,
  },
  {
    name: "init",
    usage: "init",
    summary: "Write a reviewer and a scout for the current model. Overwrites nothing.",
    takesTask: false,
  },
  { name: "help", usage: "help", summary: "This list.", takesTask: false },
];
