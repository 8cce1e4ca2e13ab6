import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, test } from "vitest";
import { createTempProject, type TempProject } from "./temp-project.ts";
import { childLeaks, fileLeaks } from "./variation-leaks.mjs";

let project: TempProject;
const children: ReturnType<typeof spawn>[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  project.remove();
});

async function child(environment: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<void> {
  const env = { PI_CODING_AGENT_DIR: project.agentDir, ...environment };
  const started = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)", "--", ...args], { env });
  children.push(started);
  await once(started, "spawn");
}

describe.runIf(process.platform === "linux")("a child", () => {
  test("leaks what its variables or arguments hold, and every variable that nobody named", async () => {
    project = createTempProject();
    await child({ NAMED: "the prompt", OTHER: "" }, "the prompt, and more");
    expect(childLeaks(project.agentDir, ["PI_CODING_AGENT_DIR", "NAMED"], ["the prompt"])).toEqual([
      "a prompt or the key in variables or arguments",
      "a prompt or the key in variables or arguments",
      "the variable OTHER",
    ]);
  });

  test("that is not there is no proof that nothing leaks", () => {
    project = createTempProject();
    expect(childLeaks(project.agentDir, [], [])).toEqual(["0 children where there is one"]);
  });
});

test("a file leaks at any depth, unless it is where the user keeps the value", () => {
  project = createTempProject({ files: { "a/b.txt": "so: the key.", "mine.txt": "the key" } });
  const [leaking, own] = [`${project.root}/a/b.txt`, `${project.root}/mine.txt`];
  expect(fileLeaks(project.root, ["the key"], [own])).toEqual([`the key in ${leaking}`]);
});
