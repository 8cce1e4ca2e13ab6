import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { listFiles } from "../../src/files/list-files.ts";
import { temporaryDirectory } from "./temporary.ts";

function aTree(...paths: string[]) {
  const directory = temporaryDirectory();
  for (const path of paths) {
    mkdirSync(join(directory, path, ".."), { recursive: true });
    writeFileSync(join(directory, path), "");
  }
  const list = (options: Partial<Parameters<typeof listFiles>[1]> = {}) => {
    const { files, diagnostics } = listFiles(directory, { extensions: [".json"], ...options });
    return { files: files.map((file) => relative(directory, file)), codes: diagnostics.map(({ code }) => code) };
  };
  return { directory, list };
}

describe("listFiles", () => {
  test("lists one folder by extension, sorted as JavaScript sorts", () => {
    const { list } = aTree("b.json", "B.json", "a.json", "a.md", "sub/c.json");
    expect(list()).toEqual({ files: ["B.json", "a.json", "b.json"], codes: [] });
  });

  test("searches nested folders when asked to; a link to one is named and not entered", () => {
    const { directory, list } = aTree("z.md", "sub/deep/c.md", "sub/a.json");
    symlinkSync(".", join(directory, "sub", "again"));
    expect(list({ extensions: [".md"], recursive: true })).toEqual({
      files: ["sub/deep/c.md", "z.md"],
      codes: ["directory.link"],
    });
    expect(list({ extensions: [".md"] }).codes).toEqual([]);
  });

  test("a folder that is not there is empty", () => {
    expect(listFiles(join(temporaryDirectory(), "none"), { extensions: [""] })).toEqual({ files: [], diagnostics: [] });
  });

  test("a folder that cannot be read is empty and named", () => {
    const directory = temporaryDirectory();
    symlinkSync("loop", join(directory, "loop"));
    const { files, diagnostics } = listFiles(join(directory, "loop"), { extensions: [""] });
    expect([files, diagnostics.map(({ code }) => code)]).toEqual([[], ["directory.unreadable"]]);
  });

  test("names that there were more files than it looked at", () => {
    const { list } = aTree("a.json", "b.json", "c.json");
    expect(list({ max: 2 })).toEqual({ files: ["a.json", "b.json"], codes: ["directory.too-many"] });
    expect(list({ max: 3 }).codes).toEqual([]);
  });
});
