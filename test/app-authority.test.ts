import { expect, test } from "vitest";
import { createAuthority } from "../src/app-authority.ts";
import { forgeDirectories } from "../src/files/forge-directories.ts";
import { forgeFiles } from "./support/forge-files.ts";

const file = ".pi/forge/subagents.json";

function aProject(settings: object) {
  const files = forgeFiles({ [file]: settings });
  const directories = forgeDirectories({ cwd: files.cwd, env: {}, home: files.home });
  return { ...files, authority: createAuthority({ directories, trusted: () => true, door: "pi" }) };
}

test("what a file allows after the session began waits for a yes, is asked about once, and counts after it", () => {
  const { authority, write, remove } = aProject({ maxTurns: 5 });
  try {
    expect(authority.settings().settings.maxTurns.value).toBe(5);
    write(file, { maxTurns: 50 });
    expect(authority.settings()).toMatchObject({
      settings: { maxTurns: { value: 5 } },
      diagnostics: [{ code: "config.held-back", line: expect.any(Number) }],
    });
    const shown = authority.unasked();
    expect(shown).toMatchObject([{ path: "maxTurns", from: 5, to: 50 }]);
    authority.answer(shown, false);
    expect(authority.unasked()).toEqual([]);
    expect(authority.settings().settings.maxTurns.value).toBe(5);

    write(file, { maxTurns: 60 });
    const again = authority.unasked();
    authority.answer(again, true);
    expect(authority.settings()).toMatchObject({ settings: { maxTurns: { value: 60 } }, diagnostics: [] });
  } finally {
    remove();
  }
});

test("a yes is to what was shown, not to what the file says by then", () => {
  const { authority, write, remove } = aProject({ maxTurns: 5 });
  try {
    authority.settings();
    write(file, { maxTurns: 50 });
    const shown = authority.unasked();
    write(file, { maxTurns: 500 });
    authority.answer(shown, true);
    expect(authority.settings().settings.maxTurns.value).toBe(5);
  } finally {
    remove();
  }
});

test("an edit that narrows counts at the next call, without a question", () => {
  const { authority, write, remove } = aProject({ maxTurns: 5, profiles: { "project:p": { enabled: true } } });
  try {
    authority.settings();
    write(file, { maxTurns: 2, profiles: { "project:p": { enabled: false } } });
    const { settings } = authority.settings();
    expect(settings.maxTurns.value).toBe(2);
    expect(settings.profiles.get("project:p")?.enabled?.value).toBe(false);
    expect(authority.unasked()).toEqual([]);
  } finally {
    remove();
  }
});
