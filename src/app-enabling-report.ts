import type { App } from "./app.ts";
import { enablingLine, fileToEnableIn } from "./app-enabling.ts";
import type { ProfileState } from "./app-status.ts";
import { commandName } from "./command-line-door.ts";
import type { ProfileEntry } from "./host/workspace-entry.ts";
import { escapeText } from "./text/escape.ts";
import { wrapWords } from "./text/wrap.ts";

/** How a person lets the model use what it may not use yet: said once for each file, with one profile as the example. */
export function enablingRows(
  app: Pick<App, "directories" | "door" | "showPath">,
  profiles: readonly ProfileState[],
  width: number,
): string[] {
  const closed = profiles.filter(({ state }) => state === "for you, not for the model" || state === "not enabled");
  const examples = new Map(closed.toReversed().map((each) => [fileToEnableIn(each.entry, app.directories), each]));
  const copied = (id: string) => profiles.some(({ entry }) => entry.scope === "project" && entry.id === id);
  return [...examples].flatMap(([file, { id, entry }]) => {
    const ways = [
      ...(entry.kind === "built-in" && copied(entry.id) ? [] : [shortWay(entry, commandName(app.door))]),
      `add under "profiles" in ${app.showPath(file)}:`,
    ];
    return [
      ...wrapWords(escapeText(`To let the model use ${id}, ${ways.join(", or ")}`), width, "    "),
      ...wrapWords(escapeText(enablingLine(id)), width, "      "),
    ];
  });
}

function shortWay({ kind, id }: ProfileEntry, command: string): string {
  return kind === "built-in"
    ? `type ${command} init, which gives the project its own`
    : `approve it once at ${command} run ${id} <task>`;
}
