import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writePrivate } from "../../src/files/write-private.ts";
import { temporaryDirectory } from "./temporary.ts";

const modeOf = (path: string) => statSync(path).mode & 0o777;

describe("writePrivate", () => {
  test("writes for the user alone and makes private folders", async () => {
    const directory = temporaryDirectory();
    const file = join(directory, "a", "b", "file");
    expect(await writePrivate(file, "text")).toMatchObject({ ok: true });
    expect(readFileSync(file, "utf8")).toBe("text");
    expect([modeOf(file), modeOf(join(directory, "a")), modeOf(join(directory, "a", "b"))]).toEqual([
      0o600, 0o700, 0o700,
    ]);
  });

  test("narrows a file that was open to others", async () => {
    const file = join(temporaryDirectory(), "file");
    writeFileSync(file, "old", { mode: 0o644 });
    await writePrivate(file, "new");
    expect([readFileSync(file, "utf8"), modeOf(file)]).toEqual(["new", 0o600]);
  });

  test("keeps the mode of a file that a project shares", async () => {
    const file = join(temporaryDirectory(), "file");
    writeFileSync(file, "old");
    chmodSync(file, 0o640);
    await writePrivate(file, "new", { shared: true });
    expect(modeOf(file)).toBe(0o640);
  });

  test("never writes through a link", async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, "target"), "old");
    symlinkSync("target", join(directory, "link"));
    const refused = { ok: false, diagnostics: [{ code: "file.link" }] };
    expect(await writePrivate(join(directory, "link"), "new")).toMatchObject(refused);
    expect(readFileSync(join(directory, "target"), "utf8")).toBe("old");

    mkdirSync(join(directory, "elsewhere"));
    mkdirSync(join(directory, "project"));
    symlinkSync("../elsewhere", join(directory, "project", ".pi"));
    const inside = join(directory, "project", ".pi", "forge", "file");
    expect(await writePrivate(inside, "new", { root: join(directory, "project") })).toMatchObject(refused);
    expect(readdirSync(join(directory, "elsewhere"))).toEqual([]);
  });

  test("leaves nothing behind when it fails", async () => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, "folder"));
    const refused = { ok: false, diagnostics: [{ code: "file.unwritable" }] };
    expect(await writePrivate(join(directory, "folder"), "text")).toMatchObject(refused);
    expect(readdirSync(directory)).toEqual(["folder"]);
  });
});
