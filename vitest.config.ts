import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const environment = { TZ: "UTC" };

export default defineConfig({
  test: {
    projects: [
      { test: { name: "unit", include: ["test/**/*.test.ts"], exclude: ["test/e2e/**"], env: environment } },
      {
        // Pi puts typebox 1.x in the place of @sinclair/typebox at load; the contract must behave the same there.
        resolve: {
          alias: [
            { find: /^@sinclair\/typebox$/, replacement: fileURLToPath(import.meta.resolve("typebox")) },
            { find: /^@sinclair\/typebox\/value$/, replacement: fileURLToPath(import.meta.resolve("typebox/value")) },
          ],
        },
        test: { name: "typebox1", include: ["test/contract/**/*.test.ts"], env: environment },
      },
      {
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          env: environment,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
