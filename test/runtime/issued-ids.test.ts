import { describe, expect, test } from "vitest";
import { codes, setting } from "./setting.ts";

describe("ids", () => {
  test.each([
    ["runtime.id-invalid", () => "not an id"],
    ["runtime.id-duplicate", () => "same"],
    [
      "runtime.id-invalid",
      () => {
        throw new Error("no entropy");
      },
    ],
  ])("a factory that fails with %s gives the preparation back", async (code, newId) => {
    const { prepare, fake } = setting({ runtime: { newId } });
    const outcomes = [await prepare(), await prepare()];
    expect(outcomes.flatMap(codes)).toContain(code);
    expect(fake.calls.discard).toBe(outcomes.filter((each) => !each.ok).length);
  });

  test("a run without an id leaves its handle to be used or discarded", async () => {
    let id = "first";
    const { prepared, runtime, receipt, fake } = setting({ runtime: { newId: () => id } });
    const run = await prepared();
    id = "not an id";
    expect(codes(runtime.execute(run, receipt(run)))).toEqual(["runtime.id-invalid"]);
    expect((await run.discard()).ok).toBe(true);
    expect(fake.open()).toBe(0);
  });
});
