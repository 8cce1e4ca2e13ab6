import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";
import { expect, test } from "vitest";
import type { App } from "../src/app.ts";
import { initInPi } from "../src/app-init-in-pi.ts";
import { forgeDirectories } from "../src/files/forge-directories.ts";
import { temporaryDirectory } from "./files/temporary.ts";

test("a file name of a project that nobody has agreed to reaches the question as text", async () => {
  const base = temporaryDirectory();
  const agents = join(base, "project", ".pi", "agents");
  mkdirSync(agents, { recursive: true });
  writeFileSync(join(agents, "x\u001b]0;x\u0007.md"), "---\nname: reviewer\ndescription: d\n---\nReview.\n");
  const directories = forgeDirectories({ cwd: join(base, "project"), env: {}, home: join(base, "home") });
  const asked: string[] = [];
  const select = async (title: string, choices: string[]) => void asked.push(title, ...choices);
  const ctx = { hasUI: true, model: { provider: "acme", id: "m" }, ui: { select } } as unknown as ExtensionContext;
  const pi = { getThinkingLevel: () => "off" } as unknown as ExtensionAPI;
  const trust = () => ({ state: "untrusted", files: [] });
  expect(await initInPi({ directories, trust } as unknown as App, pi, ctx)).toMatchObject({
    ok: true,
    value: "Nothing was written.",
  });
  expect(asked.slice(1)).toEqual(["Not now", "Show what would be written", "Write them"]);
  expect(asked.join("\n")).toContain("x\\u{1b}]0;x\\u{7}.md");
});
