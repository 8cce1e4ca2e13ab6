import { describe, expect, test } from "vitest";
import type { App } from "../src/app.ts";
import { withPlaces } from "../src/app-place.ts";
import { approverIn, createApprovalQueue } from "../src/approval/queue.ts";
import type { Delegation } from "../src/delegation.ts";
import { aSubject } from "./approval/a-subject.ts";

const never = new AbortController().signal;
const delegation = (task: string): Delegation => ({ asker: "model", profile: "project:a", task, overrides: {} });
const turns = () => new Promise((resolve) => setImmediate(resolve));

/** An application whose plans are ready when a test says so, and the tasks in the order in which a person saw them. */
function anApp() {
  const seen: string[] = [];
  const ready = new Map<string, () => void>();
  const approver = approverIn(createApprovalQueue(), async ({ task }) => {
    seen.push(task);
    return { kind: "dismissed" };
  });
  const delegate: App["delegate"] = async ({ task }, signal, report, decider) => {
    await new Promise<void>((resolve) => ready.set(task, resolve));
    if (task === "unattended") report?.({ phase: "running" } as never);
    else await decider?.decide({ ...aSubject(), task }, signal);
    if (task === "unattended") await new Promise(() => {});
    return { result: { kind: "aborted" }, diagnostics: [] };
  };
  return { seen, ready, app: withPlaces({ delegate } as never, approver) };
}

describe("the place of a delegation", () => {
  test("is taken when it is asked for: a plan that is ready sooner is not shown sooner", async () => {
    const { app, ready, seen } = anApp();
    const calls = ["first", "second", "third"].map((task) => app.delegate(delegation(task), never));
    for (const task of ["third", "second", "first"]) {
      ready.get(task)?.();
      await turns();
    }
    await Promise.all(calls);
    expect(seen).toEqual(["first", "second", "third"]);
  });

  test("is given up by one that runs unasked", async () => {
    const { app, ready, seen } = anApp();
    void app.delegate(delegation("unattended"), never);
    const asked = app.delegate(delegation("asked"), never);
    ready.get("asked")?.();
    await turns();
    expect(seen).toEqual([]);
    ready.get("unattended")?.();
    await asked;
    expect(seen).toEqual(["asked"]);
  });
});
