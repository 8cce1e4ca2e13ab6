/** Where a person types: after Pi's prompt, or in a shell. */
export type Door = "pi" | "terminal";

/** What the command is called there; every text that tells somebody to type it takes the name from here. */
export function commandName(door: Door): string {
  return door === "pi" ? "/forge-agent" : "forge-agent";
}

/** What makes the files of a project count, as an advice. */
export function howToTrust(door: Door): string {
  return door === "pi"
    ? `type ${commandName(door)} run with a profile and a task, and answer its question`
    : "add --trust-project to trust them as they are now";
}
