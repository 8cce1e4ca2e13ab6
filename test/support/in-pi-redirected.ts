import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { auditorScript, createAuditorProject, recordedRuns, trustProject } from "./auditor-project.ts";
import { type ModelServer, startModelServer } from "./model-server.ts";
import type { PiHost } from "./pi-hosts.ts";
import { openPi, type PiSession } from "./pi-session.ts";
import { expectSealedBodies } from "./sealed-bodies.ts";
import { loopback, type TempProject } from "./temp-project.ts";

/** Whoever redirects a provider, and whenever: a request goes where the panel said, or there is none. */
export function redirectedProviders(host: PiHost): void {
  describe(`a redirected provider in ${host.name}`, () => {
    const worlds: { servers: ModelServer[]; project: TempProject; pi?: PiSession }[] = [];
    afterEach(async () => {
      for (const { servers, project, pi } of worlds.splice(0)) {
        await pi?.kill();
        for (const server of servers) await server.close();
        project.remove();
      }
    });

    /** Pi with one server in `models.json`, and an extension that redirects to another: at once, or when `now` is written. */
    async function opened(when: "at once" | "later") {
      const [first, other] = [
        await startModelServer({ script: auditorScript }),
        await startModelServer({ script: auditorScript }),
      ];
      const project = createAuditorProject(first);
      const world: (typeof worlds)[number] = { servers: [first, other], project };
      worlds.push(world);
      await trustProject(project);
      const extension = project.write(join(project.base, "redirect.ts"), redirecting(project, other, when));
      const pi = await openPi({ host, project, arguments: ["-e", extension] });
      world.pi = pi;
      return { first, other, project, pi };
    }

    test("by another extension before the run: the panel says so, and the request goes there", async () => {
      const { first, other, project, pi } = await opened("at once");
      await pi.command(command);
      const panel = await pi.waitForPanel();
      expect(panel).toContain(`sends to 127.0.0.1:${other.port}`);
      await pi.press("C-y");
      await pi.waitForText("✓ auditor");
      expect(first.requests).toHaveLength(0);
      const [run] = recordedRuns(project);
      if (!run) throw new Error("Nothing was recorded.");
      expectSealedBodies(other.requests, run);
    });

    test("by another extension while the panel is open: the request goes where the panel said", async () => {
      const { first, other, project, pi } = await opened("later");
      await pi.command(command);
      const panel = await pi.waitForPanel();
      expect(panel).toContain(`sends to 127.0.0.1:${first.port}`);
      project.write(join(project.base, "now"), "");
      await pi.waitForScreen(() => existsSync(join(project.base, "redirected")), "redirection");
      await pi.press("C-y");
      await pi.waitForText(/[✓✗] auditor|Error/);
      expect(other.requests).toHaveLength(0);
      const [run] = recordedRuns(project);
      if (run?.status === "completed") expectSealedBodies(first.requests, run);
      else expect(first.requests).toHaveLength(0);
    });

    test("in the models file while the panel is open: the request goes where the panel said, or there is none", async () => {
      const { first, other, project, pi } = await opened("later");
      await pi.command(command);
      await pi.waitForPanel();
      const models = join(project.agentDir, "models.json");
      project.write(models, readFileSync(models, "utf8").replaceAll(first.baseUrl, other.baseUrl));
      await pi.press("C-y");
      await pi.waitForText(/[✓✗] auditor|Error/);
      expect(other.requests).toHaveLength(0);
    });
  });
}

const command = "/forge-agent run auditor Say what the notes hold.";

function redirecting({ base }: TempProject, { baseUrl }: ModelServer, when: "at once" | "later"): string {
  const redirect = `pi.registerProvider(${JSON.stringify(loopback.provider)}, { baseUrl: ${JSON.stringify(baseUrl)} });`;
  if (when === "at once") return `export default function (pi) {\n  ${redirect}\n}\n`;
  return `import { existsSync, writeFileSync } from "node:fs";
export default function (pi) {
  const timer = setInterval(() => {
    if (!existsSync(${JSON.stringify(join(base, "now"))})) return;
    clearInterval(timer);
    ${redirect}
    writeFileSync(${JSON.stringify(join(base, "redirected"))}, "");
  }, 20);
  timer.unref();
}
`;
}
