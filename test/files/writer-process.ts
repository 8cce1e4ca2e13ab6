import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const loader = ["--import", "jiti/register"];

/** One of the small programs under test/fixtures/writers, in a process of its own. */
export function startWriter(name: string, ...parameters: string[]): ChildProcess {
  const program = fileURLToPath(new URL(`../fixtures/writers/${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [...loader, program, ...parameters], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

export async function exitCode(child: ChildProcess): Promise<number | null> {
  const [code] = await once(child, "exit");
  return code;
}
