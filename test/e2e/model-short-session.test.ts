import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { oldPi } from "../support/pi-hosts.ts";
import { builtExtension } from "../support/pi-session.ts";
import { createTempProject, loopback } from "../support/temp-project.ts";

test("a session that is over before anything was loaded ends quietly", async () => {
  const project = createTempProject();
  const host = oldPi();
  const model = ["--provider", loopback.provider, "--model", loopback.plain];
  const args = [host.scriptPath, "-e", builtExtension, ...model, "--no-session", "-p", "/subagent plan"];
  try {
    const pi = spawn(host.execPath, args, {
      cwd: project.root,
      env: project.environment,
      stdio: ["ignore", "ignore", "pipe"],
      timeout: 90_000,
    });
    let said = "";
    pi.stderr.setEncoding("utf8").on("data", (chunk) => {
      said += chunk;
    });
    const [code] = await once(pi, "close");
    expect(said).toContain("command.profile-missing");
    expect(said).not.toContain("stale");
    expect(code).toBe(0);
  } finally {
    project.remove();
  }
});
