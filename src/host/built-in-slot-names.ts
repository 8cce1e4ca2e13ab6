/** Slots every host knows; any other name is a custom slot and a dependency. */
export const builtInSlotNames: ReadonlySet<string> = new Set([
  "chat-history",
  "tools",
  "tool-guidelines",
  "skills",
  "project-context",
  "append-system-prompt",
  "date",
  "cwd",
  "date-cwd",
  "active-model",
  "pi-docs",
]);
