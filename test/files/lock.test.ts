import { once } from "node:events";
import { existsSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { withLock } from "../../src/files/lock.ts";
import { temporaryDirectory } from "./temporary.ts";
import { exitCode, startWriter } from "./writer-process.ts";

const done = { ok: true, value: undefined, diagnostics: [] } as const;

describe("withLock", () => {
  test("lets one in at a time, in the order they came", async () => {
    const path = join(temporaryDirectory(), "deep", "file");
    const seen: string[] = [];
    const turn = (name: string) =>
      withLock(path, async () => {
        seen.push(`${name} in`);
        await new Promise(setImmediate);
        seen.push(`${name} out`);
        return done;
      });
    await Promise.all([turn("a"), turn("b"), turn("c")]);
    expect(seen).toEqual(["a in", "a out", "b in", "b out", "c in", "c out"]);
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  test("gives the lock back when the work throws, and lets the next one in", async () => {
    const path = join(temporaryDirectory(), "file");
    const failing = withLock(path, () => Promise.reject(new Error("broken")));
    const next = withLock(path, async () => done);
    await expect(failing).rejects.toThrow("broken");
    expect(await next).toEqual(done);
  });

  test("says so where no lock can be made", async () => {
    const file = join(temporaryDirectory(), "file");
    writeFileSync(file, "");
    const outcome = await withLock(join(file, "x"), async () => done);
    expect(outcome).toMatchObject({ ok: false, diagnostics: [{ code: "file.unwritable" }] });
  });

  test("takes over a lock whose owner was killed", { timeout: 120_000 }, async () => {
    const path = join(temporaryDirectory(), "file");
    const owner = startWriter("hold-lock", path);
    if (owner.stdout) await once(owner.stdout, "data");
    expect(existsSync(`${path}.lock`)).toBe(true);
    const exited = exitCode(owner);
    owner.kill("SIGKILL");
    await exited;
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(`${path}.lock`, longAgo, longAgo);
    expect(await withLock(path, async ({ held }) => ({ ...done, value: held() }))).toMatchObject({ value: true });
  });

  test("loses nothing when two processes change one file fifty times", { timeout: 120_000 }, async () => {
    const file = join(temporaryDirectory(), "subagents.json");
    writeFileSync(file, '{"backend": "mine", "unrelated": [1, 2]}\n');
    const writers = ["a", "b"].map((prefix) => exitCode(startWriter("enable-profiles", file, prefix, "25")));
    expect(await Promise.all(writers)).toEqual([0, 0]);
    const { profiles, ...others } = JSON.parse(readFileSync(file, "utf8"));
    expect(others).toEqual({ backend: "mine", unrelated: [1, 2] });
    expect(Object.keys(profiles)).toHaveLength(50);
  });

  test("waits at a link as at the file itself, and follows none", async () => {
    const directory = temporaryDirectory();
    symlinkSync("elsewhere", join(directory, "file"));
    expect(await withLock(join(directory, "file"), async () => done)).toEqual(done);
    expect(existsSync(join(directory, "elsewhere.lock"))).toBe(false);
  });
});
