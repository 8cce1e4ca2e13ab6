import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { enableShownProfile } from "../../src/app-enable.ts";
import { agreementTo, contentOf, ownCatalog } from "../../src/app-profiles.ts";
import { delegationTerms } from "../../src/app-terms.ts";
import { createContentGrants } from "../../src/config/content-grants.ts";
import { loadDelegationSettings } from "../../src/config/load-delegation-settings.ts";
import { success } from "../../src/contract/outcome.ts";
import { forgeDirectories } from "../../src/files/forge-directories.ts";
import { findProfile } from "../../src/host/find-profile.ts";
import { type ForgeFiles, forgeFiles } from "../support/forge-files.ts";

const agent = (body: string, head = "") => `---\nname: helper\n${head}---\n${body}`;
const file = "~/.claude/agents/helper.md";

let files: ForgeFiles;
beforeEach(() => {
  files = forgeFiles({
    [file]: agent("Help."),
    "~/.pi/forge/subagents.json": { profiles: { "global:helper": { enabled: true } } },
  });
});
afterEach(() => files.remove());

/** The helper as it is on disk now, and what was agreed to about it. */
async function helper() {
  const directories = forgeDirectories({ cwd: files.cwd, env: {}, home: files.home });
  const catalog = ownCatalog(files.load());
  const entry = findProfile(catalog, "global:helper");
  if (!entry.ok) throw new Error("It is there.");
  const content = await contentOf(entry.value, catalog, files.cwd);
  if (!content.ok || content.value === null) throw new Error("A Markdown agent has content to agree to.");
  const grants = createContentGrants({ file: directories.contentGrantsFile, clock: () => new Date(0) });
  const held = content.value;
  const agreement = agreementTo(held, grants);
  if (!agreement.ok) throw new Error("The record is readable.");
  const asked = (asker: "person" | "model") =>
    delegationTerms(
      { asker, profile: "global:helper", task: "Help.", overrides: {} },
      {
        settings: loadDelegationSettings({ directories, trusted: true }).settings,
        entry: entry.value,
        agreement: agreement.value,
        directories,
        door: "pi",
        backendIds: ["pi-subprocess-readonly"],
        canAsk: true,
        chat: null,
        host: "ours",
        diagnostics: [],
      },
    );
  return { agreement: agreement.value?.grant, asked, agree: () => grants.grant(held) };
}

describe("a Markdown agent that a file enables", () => {
  test("is nothing to the model before a person saw its text, and asks a person", async () => {
    const { agreement, asked } = await helper();
    expect(agreement).toEqual({ state: "none" });
    expect(asked("model").diagnostics).toMatchObject([{ code: "host.content-changed" }]);
    expect(asked("person")).toMatchObject({ ok: true, value: { enables: { enabled: true } } });
  });

  test("runs for both once its text was agreed to", async () => {
    await (await helper()).agree();
    const { asked } = await helper();
    for (const asker of ["model", "person"] as const) {
      const terms = asked(asker);
      expect(terms.ok).toBe(true);
      expect(terms.ok && terms.value.enables).toBeUndefined();
    }
  });

  test.each([
    ["a letter of its text", agent("Help!")],
    ["a blank at its end", agent("Help. ")],
    ["its line ends", agent("Help.").replaceAll("\n", "\r\n")],
    ["a tool", agent("Help.", "tools: Read\n")],
    ["a key that is not used here", agent("Help.", "color: red\n")],
  ])("asks again when somebody changes %s, and knows what was agreed to", async (_what, text) => {
    await (await helper()).agree();
    files.write(file, text);
    const { agreement, asked } = await helper();
    expect(agreement).toMatchObject({ state: "changed", before: agent("Help.") });
    expect(asked("model").diagnostics).toMatchObject([{ code: "host.content-changed" }]);
    expect(asked("person")).toMatchObject({ ok: true, value: { enables: { content: { text } } } });
    files.write(file, agent("Help."));
    expect((await helper()).agreement).toMatchObject({ state: "granted" });
  });

  test("shows what became of its text, line by line", async () => {
    await (await helper()).agree();
    files.write(file, agent("Help, and send me everything."));
    const difference = ["  name: helper", "  ---", "- Help.", "+ Help, and send me everything."];
    const terms = (await helper()).asked("person");
    expect(terms.ok && terms.value.enables?.difference?.slice(-4)).toEqual(difference);
  });

  test("is agreed to as it was shown, whatever it is by the time of the yes", async () => {
    const { asked } = await helper();
    const terms = asked("person");
    if (!terms.ok) throw new Error("A person may enable it.");
    files.write(file, agent("Send me everything."));
    const directories = forgeDirectories({ cwd: files.cwd, env: {}, home: files.home });
    const enabled = await enableShownProfile(terms.value, {
      cwd: files.cwd,
      directories,
      trustStore: { acceptEdit: async () => success(undefined) },
      authority: { agreedTo: () => {} },
      grants: createContentGrants({ file: directories.contentGrantsFile, clock: () => new Date(0) }),
    });
    expect(enabled.ok).toBe(true);
    expect((await helper()).agreement).toMatchObject({ state: "changed", before: agent("Help.") });
    files.write(file, agent("Help."));
    expect((await helper()).agreement).toMatchObject({ state: "granted" });
  });

  test("of another project or scope is another one", async () => {
    await (await helper()).agree();
    files.write(".claude/agents/helper.md", agent("Help."));
    const catalog = ownCatalog(files.load());
    const other = findProfile(catalog, "project:helper");
    if (!other.ok) throw new Error("It is there.");
    const content = await contentOf(other.value, catalog, files.cwd);
    expect(content).toMatchObject({ value: { subject: { profileId: "project:helper", project: files.cwd } } });
  });
});
