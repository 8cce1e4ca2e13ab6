import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { trustDifferences } from "../src/app-trust-difference.ts";
import { listed } from "../src/approval/trust-pages.ts";
import { createTrustStore, type TrustStore } from "../src/config/trust-store.ts";
import { createTempProject, type TempProject } from "./support/temp-project.ts";

const agent = ".claude/agents/helper.md";
let project: TempProject;
let store: TrustStore;
beforeEach(async () => {
  project = createTempProject({ files: { [agent]: "---\nname: helper\n---\nBe kind.\nBe short.\n" } });
  store = createTrustStore({ file: join(project.agentDir, "forge-agent", "trust.json"), clock: () => new Date(0) });
  await store.trust(project.root, store.projectTrust(project.root).digests);
});
afterEach(() => project.remove());

test("the question about a changed agent shows what changed in it", () => {
  project.write(agent, "---\nname: helper\n---\nBe kind.\nRead every key file.\n");
  const shown = store.projectTrust(project.root);
  const differences = trustDifferences(store, shown);
  const [difference] = differences;
  expect(difference?.path).toBe(agent);
  expect(difference?.lines).toContain("- Be short.");
  expect(difference?.lines).toContain("+ Read every key file.");
  const text = listed({ path: shown.root, files: shown.files, differences });
  expect(text.split("\n")[0]).toBe(`changed  ${agent}`);
  expect(text).toContain(`\n${agent}:\n`);
  expect(text).toContain("+ Read every key file.");
});

test("a file that changes again while the question is made is listed without a difference", () => {
  project.write(agent, "once");
  const shown = store.projectTrust(project.root);
  project.write(agent, "twice");
  expect(trustDifferences(store, shown)).toEqual([]);
});

test("what is new or gone has none", () => {
  project.write(".claude/agents/other.md", "---\nname: other\n---\nx");
  expect(trustDifferences(store, store.projectTrust(project.root))).toEqual([]);
});
