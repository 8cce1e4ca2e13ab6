import { createTrustStore } from "../../src/config/trust-store.ts";
import { forgeDirectories } from "../../src/files/forge-directories.ts";
import { createHistory } from "../../src/history/history.ts";
import type { StoredRun } from "../../src/history/run-record.ts";
import type { ModelServer, Script } from "./model-server.ts";
import { createTempProject, loopback, type TempProject } from "./temp-project.ts";

/** What a stack can hold that a careless way to the wire would change. */
const rules = Array.from({ length: 60 }, (_, index) => `Rule ${index + 1}: say where you saw it.`);
export const auditorSystem = [
  "You audit.\r\n",
  "\tTabs, trailing blanks  ",
  "and \u{1f50d} ünïcödé \u2028 stay as they are.",
  ...rules,
].join("\n");
const auditorExample = "A finding looks like this:\n  notes.txt:1  “quoted”";

const profile = {
  schemaVersion: 1,
  type: "pi-forge.agent-profile",
  id: "auditor",
  name: "Auditor",
  description: "Says what the notes hold.",
  model: { provider: loopback.provider, id: loopback.plain },
  thinkingLevel: "off",
  promptStack: "auditor",
};

const stack = {
  schemaVersion: 2,
  type: "pi-forge.prompt-stack",
  id: "auditor",
  tools: { allow: ["read", "ls"] },
  items: [
    { kind: "block", id: "role", role: "system", content: auditorSystem },
    { kind: "block", id: "ask", role: "user", content: "Show me one finding first.\nOne is enough." },
    { kind: "block", id: "example", role: "assistant", content: auditorExample },
    { kind: "slot", id: "history", slot: "chat-history" },
  ],
};

/** The fact that the model can only know by reading. */
export const theFact = "The vault code is 4711.";

/** Lists, reads, and answers with what it read. */
export const auditorScript: Script = ({ turn, json }) => {
  if (turn === 0) return { text: "I look first.", tools: [{ name: "ls", arguments: { path: "." } }] };
  if (turn === 1) return { tools: [{ name: "read", arguments: { path: "notes.txt" } }] };
  const read = JSON.stringify(json.messages.at(-1)).includes(theFact);
  return { text: ["The notes say: ", read ? theFact : "nothing."] };
};

/** A project whose own profile `auditor` may be run, with a loopback model; not trusted yet. */
export function createAuditorProject(server: ModelServer, files: Readonly<Record<string, string>> = {}): TempProject {
  return createTempProject({
    server,
    files: {
      "notes.txt": `${theFact}\n`,
      ".pi/forge/agent-profiles/auditor.json": JSON.stringify(profile, null, 2),
      ".pi/forge/prompt-stacks/auditor.json": JSON.stringify(stack, null, 2),
      ".pi/forge/subagents.json": JSON.stringify({ profiles: { "project:auditor": { enabled: true } } }, null, 2),
      ...files,
    },
  });
}

/** The answer to the trust question, given beforehand. */
export async function trustProject(project: TempProject): Promise<void> {
  const store = createTrustStore({ file: directoriesOf(project).trustFile, clock: () => new Date() });
  const trusted = await store.trust(project.root, store.projectTrust(project.root).digests);
  if (!trusted.ok) throw new Error(JSON.stringify(trusted.diagnostics));
}

/** Every kept run, newest first. */
export function recordedRuns(project: TempProject): readonly StoredRun[] {
  const history = createHistory({ directory: directoriesOf(project).history });
  return history.list().runs.map(({ id }) => {
    const run = history.read(id);
    if (!run.ok) throw new Error(JSON.stringify(run.diagnostics));
    return run.value;
  });
}

function directoriesOf({ root: cwd, environment: env, home }: TempProject) {
  return forgeDirectories({ cwd, env, home });
}
