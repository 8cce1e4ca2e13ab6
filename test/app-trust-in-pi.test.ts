import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { askForTrust, refusedForNow } from "../src/app-trust-in-pi.ts";
import { createTrustStore, type TrustStore } from "../src/config/trust-store.ts";
import { error } from "../src/contract/diagnostic.ts";
import { success } from "../src/contract/outcome.ts";
import { forgeDirectories } from "../src/files/forge-directories.ts";
import { createTempProject, type TempProject } from "./support/temp-project.ts";
import { aClock, aPi, until } from "./ui/fake-pi.ts";

const agent = ".claude/agents/helper.md";
let project: TempProject;
let store: TrustStore;
beforeEach(() => {
  project = createTempProject({ files: { [agent]: "---\nname: helper\n---\nBe kind.\u202e\n" } });
  store = createTrustStore({ file: join(project.agentDir, "forge-agent", "trust.json"), clock: () => new Date(0) });
});
afterEach(() => project.remove());

function asking() {
  const { root } = project;
  const pi = aPi();
  const clock = aClock();
  const app = {
    trust: () => store.projectTrust(root),
    trustProject: (shown: ReturnType<TrustStore["projectTrust"]>) => store.trust(root, shown.digests),
    trustedByPi: () => undefined,
    trustedText: store.trustedText,
    modules: { unasked: () => [], answer: async () => success(undefined) },
    directories: forgeDirectories({ cwd: root, env: {}, home: project.agentDir }),
  };
  const answered = askForTrust(app, { ui: pi.ui, signal: new AbortController().signal, clock });
  const yes = () => {
    clock.advance(600);
    pi.press("\u0019");
    clock.advance(150);
  };
  return { pi, answered, yes, screen: () => pi.screen().join("\n") };
}

test("what a file says can be read from the question, and nothing in it is hidden", async () => {
  const { pi, answered, yes, screen } = asking();
  await until(pi.isOpen);
  expect(screen()).toContain("Tab read the files");
  pi.press("\t");
  expect(screen()).toContain(`1 of 1: ${agent}`);
  expect(screen()).toContain("▏Be kind.\\u{202e}");
  pi.press("\t");
  expect(screen()).toContain("1 file");
  pi.press("\u001b[Z");
  yes();
  expect(await answered).toMatchObject({ ok: true, value: { putOff: false } });
  expect(store.projectTrust(project.root).state).toBe("trusted");
});

test("a file that changes meanwhile is not shown as the one that is asked about", async () => {
  const { pi, answered, screen } = asking();
  await until(pi.isOpen);
  project.write(agent, "Be unkind.");
  pi.press("\t");
  expect(screen()).toContain("It cannot be shown");
  expect(screen()).not.toContain("unkind");
  pi.press("\u001b");
  expect(await answered).toMatchObject({ ok: true, value: { putOff: true } });
  expect(store.projectTrust(project.root).state).toBe("untrusted");
});

test("a file that changes while it is asked about is asked about again, as it is now", async () => {
  const { pi, answered, yes, screen } = asking();
  await until(pi.isOpen);
  project.write(agent, "---\nname: helper\n---\nBe unkind.\n");
  yes();
  await until(() => pi.isOpen() && screen().includes("changed while you were asked"));
  expect(screen()).toContain(`changed  ${agent}`);
  pi.press("\t");
  expect(screen()).toContain("▏Be unkind.");
  yes();
  await answered;
  expect(store.projectTrust(project.root).state).toBe("trusted");
});

test.each([
  [["host.trust", "profile.not-found"], true],
  [["host.trust"], true],
  [["host.trust", "config.syntax"], false],
  [["profile.not-found"], false],
])("where the question was put off, %j is one plain line: %s", (codes, isPlain) => {
  const words = refusedForNow(
    "helper",
    codes.map((code) => error(code, "Wrong.")),
  );
  if (isPlain) expect(words).toContain("not trusted for now, so nothing was done with helper");
  else expect(words).toBeUndefined();
});
