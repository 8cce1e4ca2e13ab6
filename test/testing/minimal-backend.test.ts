import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { capitalsBackend } from "../../examples/minimal-backend/capitals-backend.ts";
import { createExecutionRuntime } from "../../src/runtime.ts";
import { runBackendConformance, sampleCompile, sampleIntent } from "../../src/testing.ts";

const access = { level: "none", executionBoundary: "shared-user", workspaces: [], network: "allow" } as const;

test("the example of a backend is under a hundred lines and passes the suite", async () => {
  const source = readFileSync(new URL("../../examples/minimal-backend/capitals-backend.ts", import.meta.url), "utf8");
  expect(source.split("\n").length).toBeLessThan(100);
  const report = await runBackendConformance({
    backend: capitalsBackend,
    intent: () => sampleIntent({ requestedTools: [], access: { ...access, workspaces: [] } }),
    compile: sampleCompile,
  });
  expect(report.result.output?.text).toBe("SAY WHAT THIS PROJECT IS.");
});

test("it refuses what it cannot enforce", async () => {
  const runtime = createExecutionRuntime();
  runtime.registerBackend(capitalsBackend);
  const outcome = await runtime.prepare({ backendId: "capitals", intent: sampleIntent(), compile: sampleCompile });
  expect(outcome.diagnostics.map((each) => each.code)).toEqual(["preflight.rejected", "capitals.access"]);
});
