import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createGitProject, type GitProject, setTraps } from "../support/git-project.ts";
import { type ModelServer, type RecordedRequest, startModelServer } from "../support/model-server.ts";
import { oldPi } from "../support/pi-hosts.ts";
import { createTempProject, loopback, type TempProject } from "../support/temp-project.ts";
import { runCommand } from "../support/terminal-command.ts";

let server: ModelServer;
let account: TempProject;
let origin: GitProject;

beforeEach(async () => {
  server = await startModelServer({
    script: [{ tools: [{ name: "read", arguments: { path: "src/a.ts" } }] }, { text: "Two is not one." }],
  });
  account = createTempProject({ server });
  origin = createGitProject("origin");
  origin.write("src/a.ts", "export const one = 1;\n");
  origin.write("AGENTS.md", "Say it in one sentence.\n");
  origin.commitAll();
});

afterEach(async () => {
  await server.close();
  account.remove();
  origin.remove();
});

/** A repository with nothing configured, as one gets it. */
function freshClone(): TempProject {
  const root = join(account.base, "clone");
  origin.git("clone", "--quiet", origin.root, root);
  return { ...account, root };
}

const options = ["--pi", oldPi().scriptPath, `--model=${loopback.provider}/${loopback.plain}`, "--yes", "--json"];

const firstMessage = ({ json }: RecordedRequest): string => {
  const { content } = json.messages.find(({ role }: { role: string }) => role === "user");
  return typeof content === "string" ? content : content.map(({ text }: { text: string }) => text).join("");
};

const unescaped = (text: string) =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");

test("a reviewer in a fresh clone gets the diff in the first message of every request", async () => {
  const clone = freshClone();
  writeFileSync(join(clone.root, "src", "a.ts"), "export const one = 2; // <&>\n");
  const inClone = (...args: readonly string[]) => origin.git("-C", clone.root, ...args);
  const expected = inClone("diff", "HEAD");
  setTraps({ ...origin, root: clone.root, git: inClone });
  const ended = await runCommand(clone, ["run", "reviewer", "--diff", ...options, "--", "Review"]);
  expect(ended.json()).toMatchObject({ status: "completed" });
  expect(server.requests).toHaveLength(2);
  for (const request of server.requests) {
    expect(unescaped(firstMessage(request))).toContain(`\n${expected}\n</context_item>`);
    expect(firstMessage(request)).toContain("M src/a.ts +1 -1");
    expect(request.json.messages.filter(({ role }: { role: string }) => role === "user").length).toBe(2);
  }
  expect(origin.trapWasSprung()).toBe(false);
});

test("files, standard input and the project's instructions are attached in the order of the line", async () => {
  const clone = freshClone();
  const attachments = ["--attach", "src/a.ts:1-1", "--attach", "-", "--project-context"];
  const ended = await runCommand(clone, ["run", "reviewer", ...attachments, ...options, "--", "Explain"], {
    input: "a log line\n",
  });
  expect(ended.json()).toMatchObject({ status: "completed" });
  const [request] = server.requests;
  const message = request ? firstMessage(request) : "";
  const sources = [...message.matchAll(/ source="([^"]*)"/g)].map(([, source]) => source);
  expect(sources).toEqual(["file src/a.ts:1-1", "standard input", "project context AGENTS.md"]);
  expect(message).toContain("\na log line\n");
});

test.each([
  [["--diff"], "attachment.no-change"],
  [["--diff=nowhere..."], "git.unknown-revision"],
  [["--attach", "../origin/src/a.ts"], "path.outside-root"],
  [["--attach", ".git/config"], "path.denied"],
])("what cannot be attached refuses the run before anything is sent: %s", async (attachments, code) => {
  const ended = await runCommand(freshClone(), ["run", "reviewer", ...attachments, ...options, "--", "Review"]);
  expect(ended.json()).toMatchObject({ status: "refused", diagnostics: [{ code }] });
  expect(server.requests).toHaveLength(0);
});

test("what did not fit is said to the person and to the model", async () => {
  const clone = freshClone();
  writeFileSync(join(clone.root, "src", "a.ts"), "export const many = 0;\n".repeat(100_000));
  const ended = await runCommand(clone, ["run", "reviewer", "--diff", ...options, "--", "Review"]);
  expect(ended.stderr).toContain("attachment.left-out");
  const [request] = server.requests;
  const message = request ? firstMessage(request) : "";
  expect(Buffer.byteLength(message)).toBeLessThanOrEqual(64 * 1024);
  expect(message).toContain("[patch cut off]");
});
