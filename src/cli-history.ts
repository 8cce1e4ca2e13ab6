import type { App } from "./app.ts";
import { answerHistory, runText } from "./app-history.ts";
import type { Reply, Surroundings } from "./cli-reply.ts";
import type { CommandLine } from "./command-line.ts";
import { error } from "./contract/diagnostic.ts";
import { failure, type Outcome, success } from "./contract/outcome.ts";

/** `history` in a terminal: what to print. */
export async function historyInTerminal(
  app: App,
  line: CommandLine,
  { json, around: { stdout, stderr } }: Reply,
): Promise<Outcome<string | object>> {
  const answer = await answerHistory(app, line, {
    cwd: app.directories.cwd,
    columns: stdout.isTTY ? stdout.columns : 80,
    now: new Date(),
    copy: async (text) => copyBySequence(text, stderr),
    agrees: async () => true,
  });
  if (!answer.ok) return answer;
  if (answer.value.kind === "run") return success(json ? answer.value.run : runText(answer.value.run));
  return success(json ? answer.value.data : answer.value.text);
}

/** Longer ones are cut off or ignored by terminals. */
const longestSequence = 100_000;

/** OSC 52: the terminal itself copies, also over SSH; one that does not know it shows nothing and copies nothing. */
function copyBySequence(text: string, stderr: Surroundings["stderr"]): Outcome<string> {
  const encoded = Buffer.from(text, "utf8").toString("base64");
  if (!stderr.isTTY)
    return failure(error("history.clipboard", "There is no terminal to copy with; use --export FILE."));
  if (encoded.length > longestSequence) {
    const message = `An answer of ${text.length} characters is too long for a terminal's clipboard; use --export FILE.`;
    return failure(error("history.clipboard", message));
  }
  stderr.write(`\u001b]52;c;${encoded}\u0007`);
  return success("sent to the terminal as OSC 52; the terminal decides whether it is copied");
}
