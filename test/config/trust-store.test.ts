import { rmSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { enableProfile } from "../../src/config/enable-profile.ts";
import { createTrustStore } from "../../src/config/trust-store.ts";
import { aProject } from "./project.ts";

function aStore() {
  const project = aProject();
  const { directories, root, write } = project;
  const file = directories.trustFile;
  const store = createTrustStore({ file, clock: () => new Date("2026-01-01T00:00:00Z") });
  const put = (path: string, text = "{}") => write(join(root, path), text);
  const trustNow = () => store.trust(root, store.projectTrust(root).digests);
  const difference = () => store.projectTrust(root).difference.map(({ path, status }) => [path, status]);
  return { ...project, file, store, put, trustNow, difference };
}

const subagents = ".pi/forge/subagents.json";

describe("createTrustStore", () => {
  test("asks nothing where nothing carries authority or prompt text", () => {
    const { store, root, put } = aStore();
    put("README.md");
    put(".pi/settings.json");
    expect(store.projectTrust(root)).toMatchObject({ state: "untrusted", asks: false, files: [] });
  });

  test("asks about every file that carries authority or prompt text", () => {
    const { store, root, put } = aStore();
    const paths = [
      ".claude/agents/deep/b.md",
      ".pi/agents/a.md",
      ".pi/forge/agent-profiles/a.json",
      ".pi/forge/config.json",
      ".pi/forge/prompt-stacks/a.json",
      subagents,
      ".pi/prompt-stacks/a.json",
    ];
    for (const path of paths) put(path);
    const trust = store.projectTrust(root);
    expect(trust).toMatchObject({ state: "untrusted", asks: true });
    expect(trust.files.map(({ path }) => path)).toEqual(paths);
    expect(new Set(trust.files.map(({ status }) => status))).toEqual(new Set(["new"]));
  });

  test("is asked once, and again with the difference when something changes", async () => {
    const { store, root, put, trustNow, difference } = aStore();
    put(subagents);
    put(".pi/agents/a.md", "one");
    put(".pi/agents/b.md", "b");
    expect(await trustNow()).toMatchObject({ ok: true });
    expect(store.projectTrust(root)).toMatchObject({
      state: "trusted",
      asks: false,
      difference: [],
      since: "2026-01-01T00:00:00.000Z",
    });
    put(".pi/agents/a.md", "two");
    put(".pi/agents/c.md", "c");
    rmSync(join(root, ".pi/agents/b.md"));
    expect(store.projectTrust(root)).toMatchObject({ state: "changed", asks: true });
    expect(difference()).toEqual([
      [".pi/agents/a.md", "changed"],
      [".pi/agents/b.md", "removed"],
      [".pi/agents/c.md", "new"],
    ]);
    await trustNow();
    expect(store.projectTrust(root).state).toBe("trusted");
  });

  test("remembers the text that was trusted, to show a change line by line, and forgets it when another is trusted", async () => {
    const { store, root, put, trustNow } = aStore();
    put(".pi/agents/a.md", "Be kind.\n");
    await trustNow();
    put(".pi/agents/a.md", "Be rude.\n");
    const [changed] = store.projectTrust(root).difference;
    const before = changed?.before ?? "";
    expect(store.trustedText(before)).toBe("Be kind.\n");
    expect(store.trustedText(changed?.digest ?? "")).toBeUndefined();
    expect(store.trustedText("../../secret")).toBeUndefined();
    await trustNow();
    expect(store.trustedText(before)).toBeUndefined();
  });

  test("pins what was shown, not what is there by the time of the yes", async () => {
    const { store, root, put } = aStore();
    put(subagents, "{}");
    const shown = store.projectTrust(root).digests;
    put(subagents, '{"profiles": {"a": {"enabled": true}}}');
    await store.trust(root, shown);
    expect(store.projectTrust(root).state).toBe("changed");
  });

  test("trusts one project by its real path and no other", async () => {
    const { store, root, put, trustNow } = aStore();
    const other = aProject();
    put(subagents);
    other.write(join(other.root, subagents), "{}");
    await trustNow();
    const link = join(dirname(root), "link");
    symlinkSync(root, link);
    expect(store.projectTrust(link).state).toBe("trusted");
    expect(store.projectTrust(other.root).state).toBe("untrusted");
  });

  test("a project that was trusted when it held nothing is asked about when it holds something", async () => {
    const { store, root, put, trustNow } = aStore();
    await trustNow();
    expect(store.projectTrust(root)).toMatchObject({ state: "trusted", asks: false });
    put(subagents);
    expect(store.projectTrust(root)).toMatchObject({ state: "changed", asks: true });
  });

  test("code modules are asked for apart", async () => {
    const { store, root, put, trustNow } = aStore();
    put(subagents);
    put(".pi/forge/extensions/a/index.ts", "1");
    await trustNow();
    const { state, modules } = store.projectTrust(root);
    expect([state, modules.state]).toEqual(["trusted", "untrusted"]);
    await store.trustModules(root, modules.digests);
    expect(store.projectTrust(root).modules.state).toBe("trusted");
    put(".pi/forge/extensions/a/helper.js", "2");
    expect(store.projectTrust(root)).toMatchObject({ state: "trusted", modules: { state: "changed" } });
  });

  test("code modules that reach out of their folder cannot be trusted", async () => {
    const { store, root, put } = aStore();
    put(".pi/forge/extensions/a.ts", "1");
    symlinkSync(root, join(root, ".pi/forge/extensions/out"));
    await store.trustModules(root, store.projectTrust(root).modules.digests);
    const { modules, diagnostics } = store.projectTrust(root);
    expect(modules.state).toBe("changed");
    expect(diagnostics).toMatchObject([{ code: "trust.module-unreadable", path: ".pi/forge/extensions/out" }]);
  });

  test("an edit of our own keeps the trust that was there, and gives none", async () => {
    const { store, root, put, trustNow, directories } = aStore();
    const enable = async (profileId: string) => {
      const enabled = await enableProfile({ file: directories.project.delegation, profileId, root });
      if (enabled.ok) await store.acceptEdit(root, enabled.value);
    };
    put(subagents, "{}");
    await enable("project:a");
    expect(store.projectTrust(root).state).toBe("untrusted");
    await trustNow();
    await enable("project:b");
    expect(store.projectTrust(root).state).toBe("trusted");
    put(subagents, '{"backend": "changed by someone"}');
    await enable("project:c");
    expect(store.projectTrust(root).state).toBe("changed");
  });

  test("keeps its record for the user alone", async () => {
    const { file, trustNow } = aStore();
    await trustNow();
    expect([statSync(file).mode & 0o777, statSync(dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);
  });

  test.each(["{", "[]", '{"version": 2, "projects": []}', '{"version": 1, "projects": [{"root": 1}]}'])(
    "a damaged record %j trusts nothing, is named and never overwritten",
    async (text) => {
      const { store, root, put, file, write, trustNow } = aStore();
      put(subagents);
      write(file, text);
      const { state, diagnostics } = store.projectTrust(root);
      expect([state, diagnostics[0]?.code]).toEqual(["untrusted", "record.damaged"]);
      expect(await trustNow()).toMatchObject({ ok: false });
    },
  );
});
