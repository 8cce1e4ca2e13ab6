import { expect, test } from "vitest";
import type { App } from "../../src/app.ts";
import { endingInOrder } from "../../src/app-orderly-end.ts";
import type { Recorded } from "../../src/app-record.ts";
import type { Delegation } from "../../src/delegation.ts";

const asked: Delegation = { asker: "model", profile: "reviewer", task: "Look.", overrides: {} };

function anApp(delegate: App["delegate"]) {
  const steps: string[] = [];
  const app = { delegate, dispose: async () => void steps.push("disposed") } as unknown as App;
  return { app: endingInOrder(app), steps };
}

test("disposing, also on TERM, waits until every run under way is recorded", async () => {
  const ends: (() => void)[] = [];
  const listeners = process.listenerCount("SIGTERM");
  const { app, steps } = anApp(
    () =>
      new Promise<Recorded>((resolve) => {
        ends.push(() => {
          steps.push("recorded");
          resolve({ result: { kind: "aborted" }, diagnostics: [] });
        });
      }),
  );
  for (let run = 0; run < 2; run++) void app.delegate(asked, new AbortController().signal);
  expect(process.listenerCount("SIGTERM")).toBe(listeners + 1);
  const disposed = app.dispose();
  for (const end of ends) end();
  await disposed;
  expect(process.listenerCount("SIGTERM")).toBe(listeners);
  expect(steps).toEqual(["recorded", "recorded", "disposed"]);
});

test("a run that throws is its caller's affair and keeps nothing waiting", async () => {
  const { app, steps } = anApp(() => Promise.reject(new Error("broken")));
  await expect(app.delegate(asked, new AbortController().signal)).rejects.toThrow("broken");
  await app.dispose();
  expect(steps).toEqual(["disposed"]);
});
