import { expect, test } from "vitest";
import { main } from "../src/cli-main.ts";
import { aShell } from "./support/a-shell.ts";

test.each([["--version"], ["-v"]])("%s names the package and its version, and does nothing else", async (option) => {
  const shell = aShell();
  expect(await main([option], shell.around)).toBe(0);
  expect(shell.written()).toEqual({ stdout: expect.stringMatching(/^pi-forge-agent \d+\.\d+\.\d+\n$/), stderr: "" });
});

test.each([[["help"]], [["--help"]], [["run", "-h"]]])("%j prints the commands", async (args) => {
  const shell = aShell();
  expect(await main(args, shell.around)).toBe(0);
  expect(shell.written().stdout).toContain("forge-agent run");
});

test.each([
  [["dance", "--json"], "command.unknown-verb"],
  [["status", "--json", "--cwd", "/there/is/no/such/place"], "command.cwd"],
])("%j is refused as the one JSON object before anything is looked for", async (args, code) => {
  const shell = aShell();
  expect(await main(args, shell.around)).toBe(2);
  expect(JSON.parse(shell.written().stdout)).toMatchObject({ status: "refused", diagnostics: [{ code }] });
});

test("what stands after -- is the task and asks for no JSON", async () => {
  const shell = aShell();
  expect(await main(["dance", "reviewer", "--", "--json"], shell.around)).toBe(2);
  expect(shell.written().stdout).toBe("");
});
