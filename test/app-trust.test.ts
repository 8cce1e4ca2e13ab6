import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { trustOncePerTurn } from "../src/app-trust.ts";
import { createTrustStore } from "../src/config/trust-store.ts";
import { createTempProject } from "./support/temp-project.ts";

const profile = ".pi/forge/agent-profiles/a.json";

function aProject() {
  const project = createTempProject({ files: { [profile]: "{}" } });
  const file = `${project.base}/trust.json`;
  return { project, store: trustOncePerTurn(createTrustStore({ file, clock: () => new Date(0) })) };
}

describe("trustOncePerTurn", () => {
  test("gives one answer within a turn and reads again in the next", async () => {
    const { project, store } = aProject();
    await store.trust(project.root, store.projectTrust(project.root).digests);
    expect(store.projectTrust(project.root).state).toBe("trusted");
    project.write(profile, '{ "id": "b" }');
    expect(store.projectTrust(project.root).state).toBe("trusted");
    await nextTurn();
    expect(store.projectTrust(project.root).state).toBe("changed");
    project.remove();
  });

  test("knows at once what was changed through it", async () => {
    const { project, store } = aProject();
    const shown = store.projectTrust(project.root);
    expect(shown.state).toBe("untrusted");
    await store.trust(project.root, shown.digests);
    expect(store.projectTrust(project.root).state).toBe("trusted");
    project.remove();
  });
});
