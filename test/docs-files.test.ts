import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { loadDelegationSettings } from "../src/config/load-delegation-settings.ts";
import { forgeDirectories } from "../src/files/forge-directories.ts";
import { findProfile } from "../src/host/find-profile.ts";
import { prepareInWorkspace } from "../src/host/port-handlers.ts";
import { resolveEntry } from "../src/host/resolve-profile.ts";
import { type ForgeFiles, forgeFiles } from "./support/forge-files.ts";
import { aPrepareRequest } from "./support/port-builders.ts";

const page = readFileSync(join(import.meta.dirname, "..", "docs", "files.md"), "utf8");
const written = [...page.matchAll(/^`(\.pi\/[^`]+)`\n\n```json\n([\s\S]*?)```/gm)];

let files: ForgeFiles | undefined;
afterEach(() => files?.remove());

test("the files of the page, word for word, make a profile that works", () => {
  expect(written.map(([, path]) => path)).toEqual([
    ".pi/forge/agent-profiles/auditor.json",
    ".pi/forge/prompt-stacks/auditor.json",
    ".pi/forge/subagents.json",
  ]);
  files = forgeFiles(Object.fromEntries(written.map(([, path = "", text = ""]) => [path, text])));
  const { cwd, home } = files;
  const workspace = files.load();
  const entry = findProfile(workspace, "auditor");
  if (!entry.ok) throw new Error("It is found.");
  expect(resolveEntry(workspace, entry.value)).toMatchObject({ diagnostics: [], profileId: "project:auditor" });
  const tool = (name: string) => ({ id: `pi.${name}`, name, effects: ["filesystem-read"] });
  const backend = { ...aPrepareRequest().backend, toolCatalog: ["read", "grep", "find", "ls"].map(tool) };
  const request = aPrepareRequest({ profile: "auditor", backend });
  const prepared = prepareInWorkspace(workspace, request, "2026-01-02T03:04:05.678Z");
  expect(prepared).toMatchObject({
    ok: true,
    value: {
      systemPrompt: `You audit code for PAYMENTS in ${cwd} with read, grep. Report every doubt.`,
      effectiveToolNames: ["read", "grep"],
      diagnostics: [],
    },
  });
  const settings = loadDelegationSettings({ directories: forgeDirectories({ cwd, env: {}, home }), trusted: true });
  expect(settings.diagnostics).toEqual([]);
  expect(settings.settings.profiles.get("project:auditor")?.enabled?.value).toBe(true);
});

test.each(["README.md", "docs/files.md"])(
  "the alias that %s names makes an agent with `model: sonnet` usable",
  (name) => {
    const text = readFileSync(join(import.meta.dirname, "..", name), "utf8");
    const alias = /`("modelAliases": \{[^`]+\})`/.exec(text)?.[1] ?? "";
    files = forgeFiles({
      ".claude/agents/helper.md": "---\nname: helper\ndescription: Helps.\nmodel: sonnet\n---\nHelp.\n",
      ".pi/forge/subagents.json": `{ ${alias} }`,
    });
    const { cwd, home } = files;
    const directories = forgeDirectories({ cwd, env: {}, home });
    const { settings, diagnostics } = loadDelegationSettings({ directories, trusted: true });
    expect(diagnostics).toEqual([]);
    const modelAliases = new Map([...settings.modelAliases].map(([from, { value }]) => [from, value]));
    const helper = (workspace: ReturnType<ForgeFiles["load"]>) => findProfile(workspace, "project:helper");
    expect(helper(files.load({ modelAliases }))).toMatchObject({ value: { usable: true } });
    expect(helper(files.load())).toMatchObject({ value: { usable: false } });
  },
);
