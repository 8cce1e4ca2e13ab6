import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createHistory, type HistoryOptions } from "../../src/history/history.ts";
import type { RunRecord, TranscriptEntry } from "../../src/history/run-record.ts";
import { temporaryDirectory } from "../files/temporary.ts";

function aRun(overrides: Partial<RunRecord> = {}): RunRecord {
  return {
    status: "completed",
    profileId: "project:reviewer",
    task: "Look at the change.",
    asker: "person",
    cwd: "/project",
    startedAt: "2026-01-01T00:00:00.000Z",
    endedAt: "2026-01-01T00:00:05.000Z",
    diagnostics: [],
    ...overrides,
  };
}

function aStep(message: string): TranscriptEntry {
  return { sequence: 1, timestamp: "2026-01-01T00:00:01.000Z", phase: "message", message };
}

function aHistory(overrides: Partial<HistoryOptions> = {}) {
  const directory = join(temporaryDirectory(), "agent", "history");
  return { directory, history: createHistory({ directory, ...overrides }) };
}

const recorded = async (history: ReturnType<typeof createHistory>, run: RunRecord) => {
  const outcome = await history.record(run);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.diagnostics));
  return outcome.value;
};
const idsOf = (history: ReturnType<typeof createHistory>) => history.list().runs.map(({ id }) => id);

describe("createHistory", () => {
  test("gives back exactly what was recorded", async () => {
    const { history } = aHistory();
    const run = aRun({ task: 'line\n\u2028 \ud83d\ude00 "quoted" \\', transcript: [aStep("x\ny")], reason: "no" });
    const id = await recorded(history, run);
    expect(id).toBe("r_1");
    expect(history.read(id)).toMatchObject({ ok: true, value: { ...run, id } });
  });

  test("lists the newest first and counts on", async () => {
    const { history } = aHistory();
    for (const task of ["a", "b", "c"]) await recorded(history, aRun({ task }));
    expect(history.list().runs.map(({ id, task }) => [id, task])).toEqual([
      ["r_3", "c"],
      ["r_2", "b"],
      ["r_1", "a"],
    ]);
  });

  test("is empty, not broken, where nothing was recorded", () => {
    expect(aHistory().history.list()).toEqual({ runs: [], diagnostics: [] });
  });

  test("is readable by the user alone", async () => {
    const { directory, history } = aHistory();
    const id = await recorded(history, aRun());
    expect(statSync(join(directory, `${id}.json`)).mode & 0o777).toBe(0o600);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
  });

  test("keeps the newest runs within its count", async () => {
    const { history, directory } = aHistory({ bounds: () => ({ maxRuns: 2, maxBytes: 1e9 }) });
    for (const task of ["a", "b", "c"]) await recorded(history, aRun({ task }));
    expect(idsOf(history)).toEqual(["r_3", "r_2"]);
    expect(readdirSync(directory).filter((name) => name.endsWith(".json"))).toHaveLength(2);
  });

  test("keeps its size within its bytes, whatever one run holds", async () => {
    const { history, directory } = aHistory({ bounds: () => ({ maxRuns: 200, maxBytes: 5_000 }) });
    for (let index = 0; index < 4; index++) await recorded(history, aRun({ transcript: [aStep("x".repeat(2_000))] }));
    const size = () => readdirSync(directory).reduce((sum, name) => sum + statSync(join(directory, name)).size, 0);
    expect(size()).toBeLessThan(5_100);
    const outcome = await history.record(aRun({ transcript: [aStep("x".repeat(9_000))] }));
    expect(outcome).toMatchObject({ ok: true, value: "r_5", diagnostics: [{ code: "history.shortened" }] });
    expect(size()).toBeLessThan(5_100);
    expect(history.read("r_5")).toMatchObject({ ok: true, value: { status: "completed" } });
  });

  test("never gives an id twice, also after everything was forgotten", async () => {
    const { history } = aHistory();
    await recorded(history, aRun());
    await recorded(history, aRun());
    expect(await history.forget(["r_1", "r_2"])).toMatchObject({ ok: true, value: 2 });
    expect(await recorded(history, aRun())).toBe("r_3");
  });

  test("forgets one run", async () => {
    const { history } = aHistory();
    await recorded(history, aRun());
    await recorded(history, aRun());
    expect(await history.forget(["r_1"])).toMatchObject({ ok: true, value: 1 });
    expect(await history.forget(["r_1", "r_9", "../last-id"])).toMatchObject({ ok: true, value: 0 });
    expect(idsOf(history)).toEqual(["r_2"]);
  });

  test.each(["r_2", "2"])("reads and selects a run by %j", async (which) => {
    const { history } = aHistory();
    for (const task of ["a", "b", "c"]) await recorded(history, aRun({ task }));
    expect(history.read(which)).toMatchObject({ ok: true, value: { id: "r_2", task: "b" } });
    expect(history.read("last")).toMatchObject({ ok: true, value: { task: "c" } });
    expect(history.select(which)).toMatchObject({ ok: true, value: ["r_2"] });
  });

  test("selects what is older than so many days, a damaged record by the age of its file", async () => {
    const { directory, history } = aHistory({ now: () => new Date("2026-03-01T00:00:00.000Z") });
    await recorded(history, aRun({ endedAt: "2026-01-29T00:00:00.000Z" }));
    await recorded(history, aRun({ endedAt: "2026-01-31T00:00:00.000Z" }));
    writeFileSync(join(directory, "r_3.json"), "damaged");
    utimesSync(join(directory, "r_3.json"), 0, 0);
    expect(history.select("30d")).toMatchObject({ ok: true, value: ["r_3", "r_1"] });
    expect(await history.forget(["r_3", "r_1"])).toMatchObject({ ok: true, value: 2 });
    expect(history.select("30d")).toMatchObject({ ok: true, value: [] });
    expect(idsOf(history)).toEqual(["r_2"]);
  });

  test.each(["all", "30d"])("reads no single run for %j", async (which) => {
    const { history } = aHistory();
    await recorded(history, aRun());
    expect(history.read(which)).toMatchObject({ ok: false, diagnostics: [{ code: "history.unknown-run" }] });
  });

  test.each(["r_9", "r_0", "r_1/../../x", "../last-id", "__proto__", ""])("names an unknown run %j", async (id) => {
    const { history } = aHistory();
    await recorded(history, aRun());
    expect(history.read(id)).toMatchObject({ ok: false, diagnostics: [{ code: "history.unknown-run" }] });
    expect(history.select(id)).toMatchObject({ ok: false, diagnostics: [{ code: "history.unknown-run" }] });
  });

  test("names damaged records and hides no other", async () => {
    const { directory, history } = aHistory();
    await recorded(history, aRun());
    const whole = readFileSync(join(directory, "r_1.json"), "utf8");
    writeFileSync(join(directory, "r_2.json"), whole.slice(0, 50));
    writeFileSync(join(directory, "r_3.json"), "[]\n[]\n");
    mkdirSync(join(directory, "r_4.json"));
    symlinkSync("nowhere", join(directory, "r_5.json"));
    const { runs, diagnostics } = history.list();
    expect(runs.map(({ id }) => id)).toEqual(["r_1"]);
    expect(diagnostics.map(({ code }) => code)).toEqual([
      "file.missing",
      "file.not-regular",
      "history.damaged",
      "history.damaged",
    ]);
    expect(history.read("r_2")).toMatchObject({ ok: false, diagnostics: [{ code: "history.damaged" }] });
  });

  const red = "\u001b[31m";
  test.each([
    { startedAt: `${red}now` },
    { status: red },
    { id: "r_2\nr_3" },
    { model: {} },
    { plan: { model: 3 } },
    { response: { status: "completed", output: { text: 7, partial: false } } },
    { response: { status: "failed", error: 7 } },
    { approval: { source: red } },
    { diagnostics: [5] },
  ])("takes no record with %j for one", async (wrong) => {
    const { directory, history } = aHistory();
    await recorded(history, aRun());
    const record = JSON.stringify({ ...aRun(), id: "r_2", ...wrong });
    writeFileSync(join(directory, "r_2.json"), `${record}\n${record}\n`);
    expect(history.read("r_2")).toMatchObject({ ok: false, diagnostics: [{ code: "history.damaged" }] });
    expect(history.list().runs.map(({ startedAt }) => startedAt)).not.toContain(`${red}now`);
  });

  test.each([{ cost: { amount: "NaN", currency: "USD" } }, { tokens: "many" }, { approvedBy: {} }, { errorCode: 1 }])(
    "lists no summary with %j",
    async (wrong) => {
      const { directory, history } = aHistory();
      await recorded(history, aRun());
      const record = { ...aRun(), id: "r_2" };
      writeFileSync(
        join(directory, "r_2.json"),
        `${JSON.stringify({ ...record, ...wrong })}\n${JSON.stringify(record)}\n`,
      );
      const { runs, diagnostics } = history.list();
      expect(runs.map(({ id }) => id)).toEqual(["r_1"]);
      expect(diagnostics.map(({ code }) => code)).toEqual(["history.damaged"]);
    },
  );

  test.each(["r_999999999.json", "last-id"])(
    "keeps no run after the highest number in %s, and says so",
    async (name) => {
      const { directory, history } = aHistory();
      await recorded(history, aRun());
      writeFileSync(join(directory, name), "999999999");
      expect(await history.record(aRun())).toMatchObject({ ok: false, diagnostics: [{ code: "history.full" }] });
      expect(idsOf(history)).toEqual(["r_1"]);
    },
  );

  test("sweeps what a process left that died in mid-write", async () => {
    const { directory, history } = aHistory();
    await recorded(history, aRun());
    writeFileSync(join(directory, ".r_2.json.abc.tmp"), "half");
    expect(history.list().diagnostics).toEqual([]);
    await recorded(history, aRun());
    expect(existsSync(join(directory, ".r_2.json.abc.tmp"))).toBe(false);
    expect(idsOf(history)).toEqual(["r_2", "r_1"]);
  });

  test("gives every one of many runs at once its own id", async () => {
    const { directory, history } = aHistory();
    const other = createHistory({ directory });
    const ids = await Promise.all(
      Array.from({ length: 12 }, (_, index) => recorded(index % 2 ? history : other, aRun())),
    );
    expect(new Set(ids).size).toBe(12);
    expect(idsOf(history)).toHaveLength(12);
  });

  test("says so when the directory cannot be used", async () => {
    const place = join(temporaryDirectory(), "file");
    writeFileSync(place, "");
    const outcome = await createHistory({ directory: join(place, "history") }).record(aRun());
    expect(outcome).toMatchObject({ ok: false, diagnostics: [{ code: "file.unwritable" }] });
  });
});
