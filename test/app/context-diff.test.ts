import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Attachment } from "../../src/delegation-attachments.ts";
import { createGitProject, type GitProject } from "../support/git-project.ts";
import { type Attached, attachingIn, codes } from "./attaching.ts";

let project: GitProject;
beforeEach(() => {
  project = createGitProject();
});
afterEach(() => project.remove());

const { attached, refusal } = attachingIn(() => project);

describe("a diff", () => {
  const diff: Attachment = { kind: "diff" };
  const patches = ({ items }: Attached) => items.filter(({ kind }) => kind === "resource-excerpt");

  test("that fits is a list of its files and git's own text", async () => {
    project.write("a.txt", "one\n");
    project.write("old.txt", "1\n2\n3\n4\n");
    project.commitAll();
    project.write("a.txt", "two\n");
    project.git("mv", "old.txt", "new\nname.txt");
    project.write("x$&y.txt", "new\n");
    const result = await attached([diff]);
    const [summary, patch] = result.items;
    expect(patch).toMatchObject({ text: project.git("diff", "HEAD"), provenance: { source: "git diff HEAD" } });
    expect(summary).toMatchObject({ kind: "summary", required: true });
    expect(summary?.text.split("\n").slice(1)).toEqual([
      "1 untracked file, content not attached: marked ?",
      "M a.txt +1 -1",
      'R old.txt -> "new\\nname.txt" +0 -0',
      "? x$&y.txt",
    ]);
    expect(result.diagnostics).toEqual([]);
  });

  test("of 5 MB keeps the files that fit and says which do not", async () => {
    const names = ["a.txt", "big.txt", "huge.txt", "package-lock.json", "z.txt"];
    for (const name of names) project.write(name, "one\n");
    project.commitAll();
    project.write("a.txt", "two\n");
    project.write("big.txt", "a line of the big file\n".repeat(20_000));
    project.write("huge.txt", `${"a line of the huge file\n".repeat(200_000)}`);
    project.write("package-lock.json", "lock\n".repeat(8_000));
    project.write("z.txt", "two\n");
    const result = await attached([diff]);
    const whole = project.git("diff", "HEAD", "--", "a.txt");
    const [first, ...others] = patches(result);
    expect(first).toMatchObject({ text: whole, provenance: { reference: "a.txt" } });
    expect(others.map(({ provenance }) => provenance.reference)).toContain("z.txt");
    const summary = result.items[0]?.text ?? "";
    for (const name of names) expect(summary).toContain(`M ${name} `);
    expect(summary).toContain("M a.txt +1 -1\n");
    expect(summary).toMatch(/M huge\.txt \+200000 -1 \[patch (left out|cut off)\]/);
    expect(codes(result)).toEqual(["attachment.left-out"]);
    const patch = project.git("diff", "HEAD");
    for (const { text } of patches(result)) expect(patch).toContain(text);
  });

  test("of one file that does not fit gives its first hunks whole", async () => {
    const lines = Array.from({ length: 4_000 }, (_, index) => `line ${index}\n`);
    project.write("a.txt", lines.join(""));
    project.commitAll();
    project.write("a.txt", lines.map((line, index) => (index % 20 === 0 ? `changed ${line}` : line)).join(""));
    const result = await attached([diff], 6_000);
    const [patch] = patches(result);
    const all = project.git("diff", "HEAD");
    expect(all.startsWith(patch?.text ?? "nothing")).toBe(true);
    expect(all.slice(patch?.text.length)).toMatch(/^@@ /);
    expect(result.items[0]?.text).toContain("[patch cut off]");
  });

  test("of very many files lists what there is room for", async () => {
    for (let index = 0; index < 2_000; index += 1) project.write(`directory/file ${index}.txt`, "one\n");
    project.git("add", "--all");
    const result = await attached([diff], 16 * 1024);
    expect(result.items[0]?.text).toMatch(/^git diff HEAD \(no commit yet\): 2000 changed files.*more files$/s);
    expect(patches(result).length).toBeGreaterThan(5);
  });

  test("never shows what the guard refuses, under whatever name it lies there now", async () => {
    project.write(".env", "SECRET=one\n");
    project.write("config/.env.local", "SECRET=two\nand\nmore\nlines\n");
    project.write("server.key", "SECRET=three\n");
    project.write("a.txt", "one\n");
    project.git("add", "--all", "--force");
    project.git("commit", "--quiet", "--message", "x");
    project.write(".env", "SECRET=new\n");
    project.git("mv", "config/.env.local", "config/harmless.txt");
    project.git("rm", "--quiet", "server.key");
    symlinkSync("a.txt", join(project.root, "server.key"));
    project.write("a.txt", "two\n");
    const result = await attached([diff]);
    expect(JSON.stringify(result.items)).not.toContain("SECRET");
    expect(result.items[0]?.text).toContain("M .env +1 -1 [withheld: .env*]");
    expect(patches(result)[0]?.text).toContain("+two");
    expect(codes(result)).toEqual(["attachment.withheld"]);
    const opened = await attached([diff], undefined, [".env"]);
    expect(JSON.stringify(opened.items)).toContain("SECRET=new");
  });

  test("without a change, and without a repository, is refused", async () => {
    project.write("a.txt", "one\n");
    project.commitAll();
    expect(await refusal(diff)).toEqual(["attachment.no-change"]);
    project.write("new.txt", "one\n");
    const { items, diagnostics } = await attached([diff]);
    expect(items).toHaveLength(1);
    expect(diagnostics).toMatchObject([{ code: "attachment.empty", level: "warning" }]);
    expect(diagnostics[0]?.message).toContain("1 untracked file");
    expect(await refusal({ kind: "diff", range: "--output=x" })).toEqual(["git.range"]);
  });
});
