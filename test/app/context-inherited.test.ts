import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { App } from "../../src/app.ts";
import { withAttachments } from "../../src/app-attachments.ts";
import { builtInSettings } from "../../src/config/delegation-settings.ts";
import { success } from "../../src/contract/outcome.ts";
import type { Delegation } from "../../src/delegation.ts";
import { forgeDirectories } from "../../src/files/forge-directories.ts";
import type { ProfileEntry } from "../../src/host/workspace-entry.ts";
import { createTempProject, type TempProject } from "../support/temp-project.ts";

let project: TempProject;
beforeEach(() => {
  project = createTempProject({ files: { "AGENTS.md": "Be brief.\n", "a.txt": "one\n" } });
});
afterEach(() => project.remove());

const anEntry = (inherits: boolean): ProfileEntry => ({
  kind: "markdown",
  scope: "project",
  id: "reviewer",
  from: ".claude/agents/reviewer.md",
  usable: true,
  diagnostics: [],
  profile: {
    schemaVersion: 1,
    type: "pi-forge.agent-profile",
    id: "reviewer",
    model: { provider: "loopback", id: "plain" },
    thinkingLevel: "off",
    promptStack: "reviewer.md",
  },
  ...(inherits ? { inheritProjectContext: true } : {}),
});

/** What reaches the application behind, or why nothing does. */
async function asked(delegation: Partial<Delegation>, { inherits = true, trusted = true } = {}) {
  let arrived: Delegation | undefined;
  const behind: Pick<App, "delegate" | "catalog" | "settings" | "directories"> = {
    directories: forgeDirectories({ cwd: project.root, env: {}, home: project.home }),
    catalog: async () => success({ profiles: [anEntry(inherits)], foreignHost: null, diagnostics: [] }),
    settings: () => ({ settings: builtInSettings, diagnostics: [], widenings: [] }),
    delegate: async (given) => {
      arrived = given;
      return { result: { kind: "aborted" }, diagnostics: [] };
    },
  };
  const app = withAttachments(behind as App, {
    cwd: project.root,
    home: project.home,
    env: process.env,
    trusted: () => trusted,
  });
  const whole: Delegation = { asker: "person", profile: "reviewer", task: "Review", overrides: {}, ...delegation };
  const { result } = await app.delegate(whole, new AbortController().signal);
  const sources = arrived?.selectedContext?.items.map(({ provenance }) => provenance.source);
  return { result, sources, arrived };
}

describe("a Markdown agent that inherits the project's context", () => {
  test("gets AGENTS.md without anybody attaching it, after what was attached", async () => {
    expect((await asked({})).sources).toEqual(["project context AGENTS.md"]);
    const both = await asked({ attachments: [{ kind: "file", path: "a.txt" }] });
    expect(both.sources).toEqual(["file a.txt", "project context AGENTS.md"]);
  });

  test("gets it once when somebody attaches it as well", async () => {
    const { sources } = await asked({ attachments: [{ kind: "project-context" }] });
    expect(sources).toEqual(["project context AGENTS.md"]);
  });

  test("gets nothing of a project that is not trusted, and nothing where there is nothing", async () => {
    expect((await asked({}, { trusted: false })).sources).toBeUndefined();
    project.write("AGENTS.md", "");
    const { arrived } = await asked({});
    expect(arrived).toBeDefined();
    expect(arrived?.selectedContext).toBeUndefined();
  });

  test("is the only one that does", async () => {
    expect((await asked({}, { inherits: false })).sources).toBeUndefined();
  });
});

test("what cannot be attached refuses the delegation before anything else happens", async () => {
  const { result, arrived } = await asked({ attachments: [{ kind: "file", path: join("..", "outside.txt") }] });
  expect(result).toMatchObject({ kind: "refused", diagnostics: [{ code: "path.outside-root" }] });
  expect(arrived).toBeUndefined();
});
