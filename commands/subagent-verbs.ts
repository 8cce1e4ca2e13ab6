import type { CompletedVerb } from "./completions.ts";

export const subagentVerbs: readonly (CompletedVerb & { readonly usage: string })[] = [
  { name: "list", usage: "list", summary: "Every profile, and whether it can be delegated to.", takesTask: false },
  {
    name: "plan",
    usage: "plan <profile> [task]",
    summary: "The exact prompt of a profile. Contacts no provider.",
    takesTask: true,
  },
];
