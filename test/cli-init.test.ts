import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { TerminalApp } from "../src/app-in-terminal.ts";
import { initInTerminal } from "../src/cli-init.ts";
import { createTrustStore } from "../src/config/trust-store.ts";
import { success } from "../src/contract/outcome.ts";
import { forgeDirectories } from "../src/files/forge-directories.ts";
import { temporaryDirectory } from "./files/temporary.ts";

test("what could not be written is a failure, and nothing is written through a link", async () => {
  const base = temporaryDirectory();
  const [cwd, outside] = [join(base, "project"), join(base, "outside")];
  mkdirSync(join(cwd, ".pi"), { recursive: true });
  mkdirSync(outside);
  symlinkSync(outside, join(cwd, ".pi", "forge"));
  const directories = forgeDirectories({ cwd, env: {}, home: join(base, "home") });
  const trust = createTrustStore({ file: directories.trustFile, clock: () => new Date(0) });
  const terminal = {
    app: { directories, trust: () => trust.projectTrust(cwd) },
    sessionModel: async () => success({ model: { provider: "acme", id: "m" }, thinking: "off" }),
  } as unknown as TerminalApp;
  const around = { stdin: process.stdin, stderr: { write: () => true } as unknown as NodeJS.WriteStream, agreed: true };
  const ending = await initInTerminal(terminal, around, new AbortController().signal);
  expect(ending).toMatchObject({ code: 1, data: { status: "failed", written: [] } });
  expect(ending.diagnostics.map(({ code }) => code)).toContain("file.link");
  expect(readdirSync(outside)).toEqual([]);
});
