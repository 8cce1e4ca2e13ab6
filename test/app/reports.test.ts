import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { App } from "../../src/app.ts";
import { ownCatalog } from "../../src/app-profiles.ts";
import { reportData } from "../../src/app-report-data.ts";
import { report } from "../../src/app-reports.ts";
import { builtInSettings } from "../../src/config/delegation-settings.ts";
import { error } from "../../src/contract/diagnostic.ts";
import { failure, success } from "../../src/contract/outcome.ts";
import { type ForgeFiles, forgeFiles } from "../support/forge-files.ts";

let files: ForgeFiles;
beforeEach(() => {
  files = forgeFiles({ ".pi/agents/a.md": "---\nname: a\ndescription: |\n  One.\n  Two.\n---\nx" });
});
afterEach(() => files.remove());

const place = { door: "pi", width: 72, signal: new AbortController().signal } as const;
const app = () =>
  ({
    catalog: async () => success(ownCatalog(files.load({ builtIns: false }))),
    host: async () =>
      success({
        hostId: "ours",
        resolveProfile: async () => failure(error("profile.none", "There is none.")),
      } as never),
    settings: () => ({ settings: builtInSettings, diagnostics: [], widenings: [] }),
  }) as Partial<App> as App;

test("the list says what is wrong with a folder, too", async () => {
  mkdirSync(join(files.home, "shared"));
  symlinkSync(join(files.home, "shared"), join(files.cwd, ".pi/agents/shared"));
  expect(await report(app(), "profiles", place)).toContain("directory.link");
  expect(await reportData(app(), "profiles", place.signal)).toMatchObject({
    diagnostics: [{ code: "directory.link" }],
  });
});

test("a description of several lines is one line of the list", async () => {
  expect(await report(app(), "profiles", place)).toContain("\n    One. Two.\n".trimEnd());
});
