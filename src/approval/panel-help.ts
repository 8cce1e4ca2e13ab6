import type { Section } from "../ui/text-document.ts";
import type { GrantOffer } from "./approver.ts";
import { grantBounds } from "./grant-offer.ts";

export function helpSections(grant: GrantOffer | null): readonly Section[] {
  const bounds = grant ? grantBounds(grant) : "as often and as long as the row of keys says";
  return [
    {
      heading: "Ctrl+Y",
      text: "runs exactly what is sealed, once. It works after half a second without any key, and once: pressed twice in a row it waits again.",
    },
    {
      heading: "Ctrl+G",
      text: `where it is offered: Ctrl+Y, and the model may run the same setup again unasked: ${bounds}.`,
    },
    {
      heading: "r",
      text: "rejects. Where a model asked, choose a reason or write one: it reads that. A run of your own needs none. Enter sends after half a second without any key.",
    },
    {
      heading: "e",
      text: "edits the task. Enter seals the edited task and shows it again with a new seal; nothing runs before Ctrl+Y. Esc leaves the task as it is.",
    },
    {
      heading: "Several at once",
      text: "In the list of them arrows choose one, for which the same keys hold. Ctrl+B runs all of one setup, R rejects them; Enter shows the chosen one whole, Esc leads back.",
    },
    { heading: "]", text: "shows the next one that waits; nothing is decided about this one, and it comes again." },
    { heading: "Esc", text: "not now: nothing runs, nothing is said about the task." },
    { heading: "?", text: "this help; once more, or Esc, leads back to the task." },
    { heading: "1-5, Tab", text: "pages. Arrows, PgUp, PgDn, Home and End scroll." },
    {
      heading: "v",
      text: "reads the full prompt back from what page 2 shows, hashes it, and compares it with the prompt's fingerprint.",
    },
    {
      heading: "Anything else you type",
      text: "is kept and, in Pi, put into the chat's editor afterwards. A command letter followed at once by more text is text.",
    },
    {
      heading: "What you see",
      text: "Text from outside stands behind ▏; ┊ continues a line too long for the screen. Characters that are not plainly visible are shown as \\u{hex}.",
    },
  ];
}
