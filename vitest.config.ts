import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const environment = { TZ: "UTC" };
/** No test is about speed: the bound only ends one that hangs, on a machine however busy. */
const patient = { env: environment, testTimeout: 240_000, hookTimeout: 240_000 };
/** No test leaves anything behind in a module, so the files of a worker share what they import: to load it again is most of what a small file costs. */
const shared = { ...patient, isolate: false };

export default defineConfig({
  test: {
    // More files than there are cores: the end-to-end tests mostly wait for the processes that they drive.
    maxWorkers: availableParallelism() + 2,
    projects: [
      {
        test: {
          ...shared,
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: ["test/e2e/**", "test/hosts/**"],
        },
      },
      {
        // Pi puts typebox 1.x in the place of @sinclair/typebox at load; the contract must behave the same there.
        resolve: {
          alias: [
            { find: /^@sinclair\/typebox$/, replacement: fileURLToPath(import.meta.resolve("typebox")) },
            { find: /^@sinclair\/typebox\/value$/, replacement: fileURLToPath(import.meta.resolve("typebox/value")) },
          ],
        },
        test: { ...shared, name: "typebox1", include: ["test/contract/**/*.test.ts"] },
      },
      { test: { ...patient, name: "e2e", include: ["test/e2e/**/*.test.ts"] } },
      // By hand, in their own scripts: they take from minutes to hours, or write into docs/.
      { test: { ...patient, name: "bursts", include: ["test/bursts/*.ts"] } },
      { test: { ...patient, name: "sessions", include: ["test/sessions/*.ts"] } },
      { test: { ...patient, name: "captures", include: ["test/captures/*.ts"] } },
      { test: { ...patient, name: "hosts", include: ["test/hosts/**/*.test.ts"] } },
    ],
  },
});
