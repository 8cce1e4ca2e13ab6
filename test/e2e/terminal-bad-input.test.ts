import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { aProfile, files, globalSettings, profiles, rows, settings, stacks } from "../support/bad-input.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { oldPi } from "../support/pi-hosts.ts";
import { builtExtension } from "../support/pi-session.ts";
import { createTempProject, loopback, type TempProject } from "../support/temp-project.ts";
import { listing, runCommand } from "../support/terminal-command.ts";

let server: ModelServer;
let project: TempProject;

beforeEach(async () => {
  server = await startModelServer({ script: [{ text: "I was asked." }] });
});

afterEach(async () => {
  await server.close();
  project.remove();
  expect(server.requests).toHaveLength(0);
});

function open(given: Readonly<Record<string, string>>): void {
  project = createTempProject({ server });
  // Any Pi writes this file at its first start; a home in which Pi never ran is no matter of ours.
  project.write(join(project.agentDir, "auth.json"), "{}");
  for (const [path, text] of Object.entries(given)) {
    project.write(path.startsWith("home/") ? join(project.base, path) : path, text);
  }
}

test.each(rows)("$what is refused as $code; nothing is sent or written", async (row) => {
  open(row.files ?? {});
  const before = listing(project);
  const [profile = "", ...rest] = row.args;
  const ended = await runCommand(project, ["run", profile, "--json", ...rest], row.options);
  expect(ended.code, ended.stderr).toBe(row.exit ?? 2);

  const { status, diagnostics } = ended.json();
  expect(status).toBe("refused");
  const { level = "error" } = row;
  const found = diagnostics.find(({ code }: { code: string }) => code === row.code);
  expect(found, ended.stdout).toMatchObject({ level, ...(row.path === undefined ? {} : { path: row.path }) });
  if (row.file !== undefined) expect(found.file.endsWith(row.file), found.file).toBe(true);
  // The line for a person holds all of it.
  const line = ended.stderr.split("\n").find((each) => each.startsWith(`${level} ${row.code}: `)) ?? "";
  for (const name of [...row.names, row.file ?? "", row.path ?? ""]) expect(line).toContain(name);

  const after = listing(project).filter((each) => !before.includes(each));
  const gone = before.filter((each) => !listing(project).includes(each));
  expect(gone).toEqual([]);
  const isTrust = (each: string) =>
    /^agent\/forge-agent\/(trust\.json|trusted-texts(\/[0-9a-f]{64}\.txt)?) /.test(each);
  expect(row.args.includes("--trust-project") ? after.filter((each) => !isTrust(each)) : after).toEqual([]);
});

const bad = {
  [`${profiles}/bad.json`]: "{ oops",
  [`${profiles}/unusable.json`]: aProfile("unusable", { model: { provider: "", id: "" } }),
  [`${stacks}/bad.json`]: "[",
  "home/.pi/forge/agent-profiles/bad.json": "oops",
  "home/.pi/forge/prompt-stacks/bad.json": "oops",
  "home/.pi/forge/agent-profiles/fine.json": aProfile("fine", { promptStack: null }),
};

test("one bad file among good ones hides none of them", async () => {
  open(files(bad));
  const planned = await runCommand(project, ["plan", "good", "--json", "--trust-project", "--", "Look."]);
  expect(planned.code, planned.stderr).toBe(0);
  expect(planned.json()).toMatchObject({ profileId: "project:good", systemPrompt: "Be good." });
  const listed = await runCommand(project, ["profiles"]);
  expect(listed.code).toBe(0);
  for (const id of [
    "project:good",
    "project:bad",
    "project:unusable",
    "global:bad",
    "global:fine",
    "global:reviewer",
  ]) {
    expect(listed.stdout).toContain(id);
  }
  expect(listed.stdout).toContain("json.syntax");
});

test("a broken global subagents.json does not hide what the project's enables, and is named", async () => {
  open(files({ [globalSettings]: "{ oops" }));
  const planned = await runCommand(project, ["plan", "good", "--json", "--trust-project", "--", "Look."]);
  expect(planned.code, planned.stderr).toBe(0);
  expect(planned.json().diagnostics).toContainEqual(
    expect.objectContaining({ code: "config.syntax", file: join(project.home, ".pi/forge/subagents.json") }),
  );
});

test("Pi without a screen refuses to run at once", async () => {
  open({});
  const { scriptPath } = oldPi();
  const before = listing(project);
  const model = ["--provider", loopback.provider, "--model", loopback.plain];
  const args = ["-p", "-e", builtExtension, ...model, "--no-session", '/forge-agent run reviewer "Look."'];
  const ended = await runCommand(project, args, { script: scriptPath, environment: { JITI_FS_CACHE: "false" } });
  expect(ended.code, ended.stderr).toBe(0);
  expect(ended.stderr).toContain("error approval.no-ui: ");
  expect(ended.stderr).toContain("forge-agent run --yes");
  expect(ended.stdout).toBe("");
  expect(listing(project)).toEqual(before);
});

test("what the trust record holds is what was there, and nothing else is written for it", async () => {
  open(files({}));
  const before = listing(project);
  const ended = await runCommand(project, ["plan", "good", "--trust-project", "--json", "--", "Look."]);
  expect(ended.code, ended.stderr).toBe(0);
  const record = JSON.parse(readFileSync(join(project.agentDir, "forge-agent", "trust.json"), "utf8"));
  expect(record.projects.map(({ root }: { root: string }) => root)).toEqual([project.root]);
  expect(record.projects[0].files.files.map(({ path }: { path: string }) => path).sort()).toEqual(
    [`${profiles}/good.json`, `${stacks}/good.json`, settings].sort(),
  );
  const after = listing(project).filter((each) => !before.includes(each));
  expect(after.filter((each) => !each.startsWith("agent/forge-agent/trust"))).toEqual([]);
});
