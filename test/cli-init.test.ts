import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { TerminalApp } from "../src/app-in-terminal.ts";
import { type InitTerminal, initInTerminal } from "../src/cli-init.ts";
import { createTrustStore } from "../src/config/trust-store.ts";
import { success } from "../src/contract/outcome.ts";
import { forgeDirectories } from "../src/files/forge-directories.ts";
import { temporaryDirectory } from "./files/temporary.ts";

/** `init --yes` in a project. */
function anInit(cwd: string): [TerminalApp, InitTerminal] {
  const directories = forgeDirectories({ cwd, env: {}, home: join(cwd, "home") });
  const trust = createTrustStore({ file: directories.trustFile, clock: () => new Date(0) });
  const terminal = {
    app: { directories, trust: () => trust.projectTrust(cwd) },
    sessionModel: async () => success({ model: { provider: "acme", id: "m" }, thinking: "off" }),
  } as unknown as TerminalApp;
  return [
    terminal,
    { stdin: process.stdin, stderr: { write: () => true } as unknown as NodeJS.WriteStream, agreed: true },
  ];
}

test("where everything is there already, the status says that nothing changed", async () => {
  const cwd = temporaryDirectory();
  const profiles = join(cwd, ".pi", "forge", "agent-profiles");
  mkdirSync(profiles, { recursive: true });
  for (const id of ["reviewer", "scout"]) writeFileSync(join(profiles, `${id}.json`), JSON.stringify({ id }));
  const ending = await initInTerminal(...anInit(cwd), new AbortController().signal);
  expect(ending).toMatchObject({ code: 0, data: { status: "unchanged", written: [] } });
});

test("what could not be written is a failure, and nothing is written through a link", async () => {
  const base = temporaryDirectory();
  const [cwd, outside] = [join(base, "project"), join(base, "outside")];
  mkdirSync(join(cwd, ".pi"), { recursive: true });
  mkdirSync(outside);
  symlinkSync(outside, join(cwd, ".pi", "forge"));
  const ending = await initInTerminal(...anInit(cwd), new AbortController().signal);
  expect(ending).toMatchObject({ code: 1, data: { status: "failed", written: [] } });
  expect(ending.diagnostics.map(({ code }) => code)).toContain("file.link");
  expect(readdirSync(outside)).toEqual([]);
});
