import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { delegationPolicy } from "../../src/config/delegation-policy.ts";
import { enableProfile } from "../../src/config/enable-profile.ts";
import { loadDelegationSettings } from "../../src/config/load-delegation-settings.ts";
import { fileDigest } from "../../src/files/digest.ts";
import { aProject } from "./project.ts";

const profileId = "project:a";

function aFile(text?: string) {
  const { directories, root, write } = aProject();
  const file = directories.project.delegation;
  if (text !== undefined) write(file, text);
  const enabled = () =>
    delegationPolicy(loadDelegationSettings({ directories, trusted: true }).settings, profileId).enabled;
  return { file, root, enabled, text: () => readFileSync(file, "utf8") };
}

describe("enableProfile", () => {
  test("makes the file where there is none", async () => {
    const { file, root, enabled } = aFile();
    const outcome = await enableProfile({ file, profileId, root });
    expect(outcome).toMatchObject({ ok: true, value: { file, before: null } });
    expect(enabled()).toBe(true);
    expect(readdirSync(join(root, ".pi", "forge"))).toEqual(["subagents.json"]);
  });

  test("keeps everything else as it was written", async () => {
    const before =
      '{\n\t"backend":   "x",\n\t"profiles": {\n\t\t"project:a": { "enabled": false, "timeoutMs": 5000 }\n\t}\n}\n';
    const { file, enabled, text } = aFile(before);
    expect(await enableProfile({ file, profileId })).toMatchObject({ ok: true });
    expect(text()).toBe(before.replace("false", "true"));
    expect(enabled()).toBe(true);
  });

  test("beats a bare entry that says otherwise", async () => {
    const { file, enabled } = aFile('{"profiles": {"a": {"enabled": false}}}');
    await enableProfile({ file, profileId });
    expect(enabled()).toBe(true);
  });

  test("gives the digests of before and after", async () => {
    const { file } = aFile("{}");
    const before = fileDigest(file, { maxBytes: 100 });
    const outcome = await enableProfile({ file, profileId });
    const after = fileDigest(file, { maxBytes: 1000 });
    expect(before.ok && after.ok && outcome.ok && [outcome.value.before, outcome.value.digest]).toEqual([
      before.ok && before.value,
      after.ok && after.value,
    ]);
  });

  test.each([
    ["{", "json.syntax"],
    ['{"profiles": {},}', "json.syntax"],
    ["", "json.syntax"],
    ["[]", "config.not-editable"],
    ['{"profiles": []}', "config.not-editable"],
    ['{"a": 1, "a": 2}', "config.not-editable"],
  ])("never overwrites %j", async (before, code) => {
    const { file, text } = aFile(before);
    expect(await enableProfile({ file, profileId })).toMatchObject({ ok: false, diagnostics: [{ code, file }] });
    expect(text()).toBe(before);
  });

  test("never writes through a link that the project holds", async () => {
    const { root, file } = aFile();
    const elsewhere = join(root, "..", "elsewhere");
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, join(root, ".pi"));
    expect(await enableProfile({ file, profileId, root })).toMatchObject({
      ok: false,
      diagnostics: [{ code: "file.link" }],
    });
    expect(readdirSync(elsewhere)).toEqual([]);
    expect(existsSync(file)).toBe(false);
  });

  test.each(["a", "../a", "project:", "user:a", ""])("is never asked for %j", async (id) => {
    await expect(enableProfile({ file: aFile().file, profileId: id })).rejects.toThrow("canonical");
  });
});
