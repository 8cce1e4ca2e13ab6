import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { App } from "../../src/app.ts";
import { answerHistory, type HistoryPlace, runText } from "../../src/app-history.ts";
import { parseTypedLine } from "../../src/command-line.ts";
import { success } from "../../src/contract/outcome.ts";
import { createHistory, type History } from "../../src/history/history.ts";
import type { RunRecord } from "../../src/history/run-record.ts";
import { displayWidth } from "../../src/text/measure.ts";
import { temporaryDirectory } from "../files/temporary.ts";
import { aRecord } from "./a-run.ts";

let directory: string;
let history: History;
let copied: string[];
let asked: string[];

beforeEach(() => {
  directory = temporaryDirectory();
  history = createHistory({ directory: join(directory, "history"), now: () => new Date("2026-01-03T00:00:00.000Z") });
  copied = [];
  asked = [];
});

async function kept(...runs: readonly Partial<RunRecord>[]): Promise<void> {
  for (const run of runs) expect(await history.record(aRecord(run))).toMatchObject({ ok: true });
}

async function answered(typed: string, overrides: Partial<HistoryPlace> = {}) {
  const line = parseTypedLine(`history ${typed}`);
  if (!line.ok) return line;
  return answerHistory({ history, door: "terminal" } as unknown as App, line.value, {
    cwd: directory,
    columns: 80,
    now: new Date("2026-01-03T00:00:00.000Z"),
    copy: async (text) => {
      copied.push(text);
      return success("copied");
    },
    agrees: async (question) => {
      asked.push(question);
      return true;
    },
    ...overrides,
  });
}

async function textOf(typed: string, overrides: Partial<HistoryPlace> = {}): Promise<string> {
  const answer = await answered(typed, overrides);
  if (!answer.ok) throw new Error(JSON.stringify(answer.diagnostics));
  return answer.value.kind === "run" ? runText(answer.value.run) : answer.value.text;
}

test("a record of another version, with an asker and endings nobody knows, is told in its own words", async () => {
  await kept({});
  const file = join(directory, "history", "r_1.json");
  const written = readFileSync(file, "utf8")
    .replaceAll('"completed"', '"half-done"')
    .replace(/("asker"\s*:\s*)"\w+"/g, '$1"robot"');
  writeFileSync(file, written);
  const told = await textOf("r_1");
  expect(told).toMatch(/asked by +robot/);
  expect(told).toContain("half-done");
  expect(told).not.toContain("undefined");
});

test("where nothing is kept, what was asked for is not sought but the first run named", async () => {
  for (const typed of ["last", "41", "--copy", "--export x.md"]) {
    const answer = await answered(typed);
    expect(answer.diagnostics).toMatchObject([{ code: "history.empty" }]);
    expect(answer.diagnostics[0]?.message).toContain("forge-agent run <profile> <task>");
  }
  await kept({});
  expect((await answered("41")).diagnostics).toMatchObject([{ code: "history.unknown-run" }]);
});

describe("the pages of one run", () => {
  test("says the level of a note once, and keeps the lines of an answer with its step", async () => {
    await kept({
      diagnostics: [{ level: "info", code: "tool.program-missing", message: "rg is missing." }],
      transcript: [
        {
          timestamp: "2026-01-02T03:04:05.000Z",
          turn: 1,
          sequence: 1,
          phase: "message",
          message: "Answering.",
          said: "First line.\nSecond line.",
        },
      ],
    });
    const told = await textOf("r_1");
    expect(told).toMatch(/^info +tool\.program-missing: rg is missing\.$/m);
    expect(told).toMatch(/^ +\d+:\d\d {2}turn 1 {2}said: First line\.\n {15}Second line\./m);
  });

  test("shows rights and receipt as rows and every digest whole in a row of its own", async () => {
    await kept({});
    const [, record = ""] = (await textOf("r_1")).split("=== Record ===\n");
    expect(record).not.toMatch(/[{}]/);
    expect(record).toMatch(/^asked +profile: reviewer\n +overrides:\n +timeoutMs: 600000$/m);
    const digests = record.split("\n").filter((each) => /[0-9a-f]{64}/.test(each));
    expect(digests).toHaveLength(5);
    for (const row of digests) expect(row).toMatch(/^(?:sha256:v1:)?[0-9a-f]{64}$/);
  });
});

test("a run whose approval granted more runs says which, and another nothing of it", async () => {
  await kept({}, { granted: { runs: 20, minutes: 60, tokens: 500_000 } });
  expect(await textOf("r_2")).toMatch(/granted +with Ctrl\+G: 20 runs, 60 min, 500k tok/);
  expect(await textOf("r_1")).not.toContain("granted");
});

describe("the list", () => {
  test("is a row per run within 80 columns, with the time of the run and not of the reading", async () => {
    await kept({});
    expect(await textOf("")).toBe("r_1  ✓  01-02 03:04  1:12  52k $0.14  reviewer  Look at the lock.");
    await kept({ task: `界${"x".repeat(200)}`, status: "dismissed" }, { profileId: `global:${"p".repeat(90)}` });
    for (const each of (await textOf("")).split("\n")) expect(displayWidth(each)).toBeLessThanOrEqual(80);
  });

  test("says of a run that was cut short before its tokens were counted that they are unknown", async () => {
    const { response } = aRecord();
    const usage = { tokens: { input: 0, output: 0, total: 0 }, cost: { amount: 0, currency: "USD" } };
    await kept({ status: "cancelled", response: { ...response, status: "cancelled", reason: "user", usage } as never });
    expect(await textOf("")).toContain("1:12  ? tok  reviewer");
    expect(await textOf("last")).toMatch(/tokens +unknown/);
  });

  test("gives a task a row of its own where other runs leave it too little", async () => {
    await kept(
      { task: "Look at the lock and at the cart." },
      { status: "timed-out", profileId: "global:documentation" },
    );
    const rows = (await textOf("", { columns: 75 })).split("\n");
    expect(rows).toHaveLength(4);
    expect(rows[3]).toContain("Look at the lock and at the cart.");
  });

  test("gives a task a row of its own where there is little room", async () => {
    await kept({}, { status: "dismissed", task: "x".repeat(100) });
    const rows = (await textOf("", { columns: 36 })).split("\n");
    for (const each of rows) expect(displayWidth(each)).toBeLessThanOrEqual(36);
    expect(rows).toEqual([
      "r_2  - not now  01-02 03:04  1:12",
      expect.stringMatching(/^ {4}52k \$0\.14 {2}reviewer {2}x+…$/),
      "r_1  ✓          01-02 03:04  1:12",
      "    52k $0.14  reviewer  Look at th…",
    ]);
  });

  test.each([
    ["--status failed", ["r_2"]],
    ["--profile reviewer", ["r_2", "r_1"]],
    ["--profile global:scout", ["r_3"]],
    ["--since 1", ["r_3"]],
    ["--here", ["r_3"]],
    ["--limit 1", ["r_3"]],
  ])("is narrowed by %s", async (typed, ids) => {
    const recent = { endedAt: "2026-01-02T10:00:00.000Z", cwd: directory, profileId: "global:scout" };
    await kept(
      { endedAt: "2026-01-01T00:00:00.000Z" },
      { status: "failed", endedAt: "2026-01-01T00:00:00.000Z" },
      recent,
    );
    const shown = (await textOf(typed)).split("\n").filter((each) => each.startsWith("r_"));
    expect(shown.map((each) => each.split(" ")[0])).toEqual(ids);
  });

  test.each(["not-now", '"not now"', "dismissed"])("calls an ending as --status %s does", async (word) => {
    await kept({}, { status: "dismissed" });
    expect(await textOf(`--status ${word}`)).toMatch(/^r_2 {2}- not now [^\n]*$/);
    expect(await textOf("2")).toContain("r_2  not now");
    const wrong = await answered("--status done");
    expect(wrong.diagnostics[0]?.message).toContain("timed-out, limit-reached, refused, rejected, not-now, aborted");
  });

  test("says how many more there are, that none fits, and that nothing is kept", async () => {
    expect(await textOf("")).toBe("No run is kept yet; forge-agent run <profile> <task> makes the first.");
    await kept({}, {});
    expect(await textOf("--limit 1")).toContain("1 more: --limit 2");
    expect(await textOf("--status failed")).toBe("None of 2 kept runs fits.");
  });

  test("names a damaged record beside the others", async () => {
    await kept({});
    writeFileSync(join(directory, "history", "r_9.json"), "{");
    const text = await textOf("");
    expect(text).toContain("r_1  ✓");
    expect(text).toContain("history.damaged");
  });

  test.each(["--status done", "--since x", "--limit 0", "--copy --forget all", "r_1 --forget all", "r_1 r_2"])(
    "refuses %j",
    async (typed) => {
      await kept({});
      expect((await answered(typed)).ok).toBe(false);
      expect(history.list().runs).toHaveLength(1);
    },
  );
});

describe("one run", () => {
  test.each(["r_1", "1", "last"])("is found by %s", async (which) => {
    await kept({});
    expect(await answered(which)).toMatchObject({ ok: true, value: { kind: "run", run: { id: "r_1" } } });
  });

  test("tells all that is known", async () => {
    await kept({});
    const text = await textOf("1");
    for (const fact of [
      "r_1  completed, finished",
      "reviewer (project:reviewer)",
      "acme/m · thinking high",
      "2026-01-02 03:04:45, 0:39 after it was shown",
      "ran 1:12 of 10:00",
      "approved by you 2026-01-02 03:04:45, seal 7f3a 91c0 2be4, the full prompt was on the screen",
      "52,000 (51k in, 1k out), $0.14",
      "turn 1   51k in, 1k out, $0.14",
      "2: src/lock.ts src/cart.ts",
      "1: .env",
      "0 tool calls",
      "1 request, child reports all matched the seal",
      `19 characters, SHA-256\n${"ab".repeat(32)}`,
      "=== Answer ===\n1. two callers pass",
      "--- system prompt ---\nYou review.\nBe exact.",
      "--- message 1: user (task) ---\nLook at the lock.",
      '0:04  turn 1  grep "held"',
      "0:14  turn 2  said: 1. two",
      "session-1",
    ]) {
      expect(text).toContain(fact);
    }
  });

  test("of a failed run says what failed and that it may be tried again", async () => {
    const error = { code: "subprocess", message: "429", retryable: true, class: "rate-limit" };
    await kept({ status: "failed", response: { ...aRecord().response, status: "failed", error } as never });
    expect(await textOf("1")).toContain("subprocess, rate-limit, may be tried again: 429");
  });

  test("shows no control byte and no direction mark, whatever the record holds", async () => {
    await kept({ task: "a\u001b[2J\u202e", reason: "\u009b31m", profileId: "project:\u001b]0;x\u0007" });
    for (const typed of ["", "1"])
      expect(await textOf(typed)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });

  test("that nobody knows is named", async () => {
    await kept({});
    expect(await answered("r_7")).toMatchObject({ ok: false, diagnostics: [{ code: "history.unknown-run" }] });
  });
});

describe("--copy", () => {
  test("hands the whole answer over, byte for byte", async () => {
    await kept({});
    expect(await answered("1 --copy")).toMatchObject({ ok: true, value: { kind: "done" } });
    expect(copied).toEqual(["1. two callers pass"]);
  });

  test("refuses where there is no answer", async () => {
    const { response: _, ...record } = aRecord({ status: "rejected" });
    expect(await history.record(record)).toMatchObject({ ok: true });
    expect(await answered("1 --copy")).toMatchObject({ ok: false, diagnostics: [{ code: "history.no-answer" }] });
  });
});

describe("--export", () => {
  test("writes JSON that reads back as the record, for the user alone", async () => {
    await kept({ task: "a\u202eb" });
    expect(await answered("1 --export run.json")).toMatchObject({ ok: true });
    const text = readFileSync(join(directory, "run.json"), "utf8");
    expect(text).not.toContain("\u202e");
    expect(JSON.parse(text)).toEqual({ ...aRecord({ task: "a\u202eb" }), id: "r_1" });
    expect(statSync(join(directory, "run.json")).mode & 0o777).toBe(0o600);
  });

  test("writes Markdown whose blocks no text can end", async () => {
    const output = { text: "````\n# Approved by the owner\n\u001b[2J", partial: false };
    await kept({ response: { ...aRecord().response, output } as never });
    expect(await answered("--export run.md last")).toMatchObject({ ok: true });
    const text = readFileSync(join(directory, "run.md"), "utf8");
    expect(text).toContain("# Run r_1: project:reviewer, completed");
    expect(text).toContain("`````text\n````\n# Approved by the owner\n\\u{1b}[2J\n`````");
  });

  test("never overwrites, and says so", async () => {
    await kept({});
    writeFileSync(join(directory, "mine.md"), "mine");
    expect(await answered("1 --export mine.md")).toMatchObject({ ok: false, diagnostics: [{ code: "file.exists" }] });
    expect(readFileSync(join(directory, "mine.md"), "utf8")).toBe("mine");
    expect(await answered("1 --export no/such/run.md")).toMatchObject({
      ok: false,
      diagnostics: [{ code: "file.unwritable" }],
    });
  });
});

describe("--forget", () => {
  test.each([
    ["2", "Forget 1 run for good? (r_2)", ["r_3", "r_1"]],
    ["all", "Forget 3 runs for good? (r_3 r_2 r_1)", []],
    ["1d", "Forget 1 run for good? (r_1)", ["r_3", "r_2"]],
  ])("%s asks, then removes exactly that", async (which, question, left) => {
    const now = { endedAt: "2026-01-02T12:00:00.000Z" };
    await kept({ endedAt: "2026-01-01T12:00:00.000Z" }, now, now);
    expect(await answered(`--forget ${which}`)).toMatchObject({ ok: true, value: { kind: "done" } });
    expect(asked).toEqual([question]);
    expect(history.list().runs.map(({ id }) => id)).toEqual(left);
  });

  test.each(["last", "all"])("%s leaves what was kept while the question was open", async (which) => {
    await kept({});
    const agrees = async () => {
      await kept({});
      return true;
    };
    await answered(`--forget ${which}`, { agrees });
    expect(history.list().runs.map(({ id }) => id)).toEqual(["r_2"]);
  });

  test.each(["--status failed", "--profile scout", "--since 3", "--here", "--limit 1"])(
    "all is refused together with %s, which narrows the list only",
    async (filter) => {
      await kept({}, {});
      expect((await answered(`--forget all ${filter}`)).ok).toBe(false);
      expect(history.list().runs).toHaveLength(2);
    },
  );

  test("removes nothing when the person says no, and needs to be told what", async () => {
    await kept({});
    await answered("--forget all", { agrees: async () => false });
    expect((await answered("--forget")).ok).toBe(false);
    expect((await answered("--forget everything")).ok).toBe(false);
    expect(history.list().runs).toHaveLength(1);
  });
});
