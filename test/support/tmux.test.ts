import { afterEach, expect, test } from "vitest";
import { createTempProject, type TempProject } from "./temp-project.ts";
import { openTerminal, type Terminal } from "./tmux.ts";

let terminal: Terminal | undefined;
let project: TempProject | undefined;
afterEach(async () => {
  await terminal?.kill();
  project?.remove();
});

async function opened(script: string): Promise<Terminal> {
  project = createTempProject();
  const { root: cwd, environment } = project;
  terminal = await openTerminal({ command: [process.execPath, "-e", script], cwd, environment, width: 60, height: 10 });
  return terminal;
}

test("types, pastes, resizes and reads the exit status of a program", async () => {
  const driven = await opened(`
    process.stdin.setRawMode(true);
    process.stdout.write("ready it's " + process.env.HOME.endsWith("/home") + "\\n");
    process.stdout.on("resize", () => console.log("size", process.stdout.columns, process.stdout.rows));
    process.stdin.on("data", (data) => String(data).includes("q") ? process.exit(7) : console.log(JSON.stringify(String(data))));
  `);
  await driven.waitForText("ready it's true");
  await driven.type("abc");
  await driven.waitForText('"abc"');
  await driven.press("Escape");
  await driven.waitForText('"\\u001b"');
  await driven.paste("two words");
  await driven.waitForText("two words");
  await driven.resize(70, 12);
  await driven.waitForText("size 70 12");
  await driven.press("q");
  expect(await driven.exitStatus()).toBe(7);
});

test("says what it waited for and what was there instead", async () => {
  const driven = await opened(`console.log("something else"); process.stdin.resume();`);
  await driven.waitForText("something else");
  await expect(driven.waitForText("the panel", 50)).rejects.toThrow(/the panel[\s\S]*something else/);
});
