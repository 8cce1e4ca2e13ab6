import { afterEach, describe, expect, test } from "vitest";
import { success } from "../../src/contract/outcome.ts";
import { runBackendConformance } from "../../src/testing/conformance.ts";
import { ConformanceError } from "../../src/testing/conformance-error.ts";
import { aConversation, anIntent, closeWorlds, type World, type WorldOptions, world } from "../backends/pi-harness.ts";
import { piHosts } from "../support/pi-hosts.ts";

const { hosts, missing } = piHosts();
for (const reason of missing) console.warn(`Not run: ${reason}`);

/** Each backend with the code of an error of its provider. */
const kinds = [
  ["subprocess", "subprocess"],
  ["rpc", "pi-rpc"],
] as const;

afterEach(closeWorlds);

function conformance({ backend }: World) {
  // The suite hands the runtime a backend of its own around this one, so this world's runtime stays idle.
  return runBackendConformance({
    backend,
    intent: () => anIntent({ limits: { timeoutMs: { value: 60_000, enforcement: "best-effort" } } }),
    compile: async () => success(aConversation()),
    cancelWhen: ({ message }) => message === "Answering.",
  });
}

describe.each(hosts)("$name", (host) => {
  describe.each(kinds)("pi-%s-readonly", (kind, code) => {
    const opened = (options: WorldOptions = {}) => world({ host, kind, ...options });

    test("passes the conformance suite", async () => {
      const here = await opened({
        script: [{ text: ["The fact ", "is 42."] }, { text: ["Never ends"], hang: "body" }],
      });
      const report = await conformance(here);
      expect(report).toMatchObject({
        backendId: `pi-${kind}-readonly`,
        result: { status: "completed", output: { text: "The fact is 42." } },
      });
      expect(report.checks).toHaveLength(9);
      expect(here.server.requests).toHaveLength(2);
    });

    test("fails it, with the reason, when the provider refuses", async () => {
      const here = await opened({ script: () => ({ status: 401 }) });
      const fault = await conformance(here).catch((cause: unknown) => cause);
      expect(fault).toBeInstanceOf(ConformanceError);
      expect(fault).toMatchObject({ check: "execute-and-dispose", reason: code });
    });
  });
});
