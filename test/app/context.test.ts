import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { selectedContextFor } from "../../src/app-context.ts";
import { createPathGuard } from "../../src/backends/path-guard.ts";
import type { Diagnostic } from "../../src/contract/diagnostic.ts";
import { budgetSubagentContext } from "../../src/contract/product/context-budget.ts";
import { renderSubagentSelectedContext } from "../../src/contract/product/context-envelope.ts";
import type { ContextItem } from "../../src/contract/product/selected-context.ts";
import type { Attachment } from "../../src/delegation-attachments.ts";
import { createGitProject, type GitProject } from "../support/git-project.ts";

let project: GitProject;
beforeEach(() => {
  project = createGitProject();
});
afterEach(() => project.remove());

async function contextOf(attachments: readonly Attachment[], maxBytes = 64 * 1024, allowed: readonly string[] = []) {
  const guard = createPathGuard({ root: project.root, home: join(project.base, "home"), allowed });
  if (!guard.ok) throw new Error(JSON.stringify(guard.diagnostics));
  const signal = new AbortController().signal;
  return selectedContextFor({
    attachments,
    cwd: project.root,
    guard: guard.value,
    maxBytes,
    env: process.env,
    signal,
  });
}

interface Attached {
  readonly items: readonly ContextItem[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What is attached; that all of it is required and fits is checked every time. */
async function attached(attachments: readonly Attachment[], maxBytes?: number, allowed?: string[]): Promise<Attached> {
  const context = await contextOf(attachments, maxBytes, allowed);
  if (!context.ok) throw new Error(JSON.stringify(context.diagnostics));
  const budgeted = budgetSubagentContext(context.value);
  expect(budgeted.receipt.omittedItemIds).toEqual([]);
  expect(budgeted.diagnostics).toEqual([]);
  return { items: context.value.items, diagnostics: context.diagnostics };
}

async function refusal(attachment: Attachment, maxBytes?: number): Promise<readonly string[]> {
  const context = await contextOf([attachment], maxBytes);
  return context.ok ? [] : context.diagnostics.map(({ code }) => code);
}

const codes = ({ diagnostics }: Attached) => diagnostics.map(({ code }) => code);

describe("a file", () => {
  test("is attached word for word, with where it comes from", async () => {
    project.write("src/a.ts", "one\n<two> & 'three'\r\n");
    const { items, diagnostics } = await attached([{ kind: "file", path: "src/a.ts" }]);
    expect(items).toMatchObject([
      {
        kind: "resource-excerpt",
        required: true,
        text: "one\n<two> & 'three'\r\n",
        provenance: { source: "file src/a.ts" },
      },
    ]);
    expect(diagnostics).toEqual([]);
  });

  test.each([
    [{ from: 2, to: 3 }, "two\nthree\n", "file a.txt:2-3"],
    [{ from: 4 }, "four", "file a.txt:4-4"],
    [{ from: 3, to: 99 }, "three\nfour", "file a.txt:3-4"],
  ])("gives the lines %o", async (lines, text, source) => {
    project.write("a.txt", "one\ntwo\nthree\nfour");
    const { items } = await attached([{ kind: "file", path: "a.txt", ...lines }]);
    expect(items).toMatchObject([{ text, provenance: { source } }]);
  });

  test("that has fewer lines than asked for is refused", async () => {
    project.write("a.txt", "one\ntwo");
    expect(await refusal({ kind: "file", path: "a.txt", from: 3 })).toEqual(["attachment.lines"]);
  });

  test("that is binary or empty is only described", async () => {
    project.write("a.bin", Buffer.from([1, 0, 2]));
    project.write("empty.txt", "");
    const { items } = await attached([
      { kind: "file", path: "a.bin" },
      { kind: "file", path: "empty.txt" },
    ]);
    expect(items.map(({ text }) => text)).toEqual(["Binary file, 3 B; its content is not attached.", "(empty)"]);
  });

  test("that may not be read is refused with the guard's code", async () => {
    project.write(".env", "SECRET=1\n");
    mkdirSync(join(project.root, "directory"));
    writeFileSync(join(project.base, "outside.txt"), "outside\n");
    symlinkSync(join(project.base, "outside.txt"), join(project.root, "link.txt"));
    symlinkSync(".env", join(project.root, "innocent.txt"));
    const refusals = ["../outside.txt", join(project.base, "outside.txt"), "link.txt", ".env", "innocent.txt"];
    const found = [];
    for (const path of [...refusals, "directory", "missing.txt", "/dev/zero"]) {
      found.push(...(await refusal({ kind: "file", path })));
    }
    expect(found).toEqual([
      "path.outside-root",
      "path.outside-root",
      "path.outside-root",
      "path.denied",
      "path.denied",
      "path.not-regular",
      "path.missing",
      "path.outside-root",
    ]);
  });

  test("every fault is named at once", async () => {
    const context = await contextOf([
      { kind: "file", path: "missing.txt" },
      { kind: "file", path: "../x" },
      { kind: "project-context" },
    ]);
    expect(context.diagnostics.map(({ code }) => code)).toEqual([
      "path.missing",
      "path.outside-root",
      "attachment.no-project-context",
    ]);
  });

  test("that is too long is cut at a line, and both readers are told", async () => {
    project.write("long.txt", Array.from({ length: 5_000 }, (_, index) => `line ${index} <&>\n`).join(""));
    const result = await attached([{ kind: "file", path: "long.txt" }], 4_096);
    const [item] = result.items;
    expect(item?.text).toMatch(/^line 0 <&>\n.*<&>\n$/s);
    expect(item?.provenance.reference).toMatch(/^only its first \d+ of 5001 lines/);
    expect(codes(result)).toEqual(["attachment.left-out"]);
    expect(Buffer.byteLength(renderSubagentSelectedContext(result.items))).toBeGreaterThan(3_900);
  });

  test("of one endless line is cut within it", async () => {
    project.write("long.txt", "😀".repeat(50_000));
    const { items } = await attached([{ kind: "file", path: "long.txt" }], 4_096);
    expect(items[0]?.text).toMatch(/^(😀)+$/u);
  });
});

describe("the project's own instructions", () => {
  const projectContext: Attachment = { kind: "project-context" };

  test("are both files, but one that repeats the other only once", async () => {
    project.write("AGENTS.md", "Be brief.\n");
    project.write("CLAUDE.md", "Be kind.\n");
    const both = await attached([projectContext]);
    expect(both.items.map(({ provenance }) => provenance.source)).toEqual([
      "project context AGENTS.md",
      "project context CLAUDE.md",
    ]);
    project.write("CLAUDE.md", "Be brief.\n");
    expect((await attached([projectContext])).items).toHaveLength(1);
  });

  test("may be absent only where they are optional", async () => {
    expect(await refusal(projectContext)).toEqual(["attachment.no-project-context"]);
    expect((await attached([{ ...projectContext, optional: true }])).items).toEqual([]);
  });

  test("that lie elsewhere are not there", async () => {
    writeFileSync(join(project.base, "AGENTS.md"), "Outside.\n");
    symlinkSync(join(project.base, "AGENTS.md"), join(project.root, "AGENTS.md"));
    expect(await refusal(projectContext)).toEqual(["attachment.no-project-context"]);
  });
});

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
    expect((await attached([diff])).items).toHaveLength(1);
    expect(await refusal({ kind: "diff", range: "--output=x" })).toEqual(["git.range"]);
  });
});

describe("the room", () => {
  test("is shared, and what a small attachment leaves goes to the large ones", async () => {
    project.write("large.txt", "large\n".repeat(10_000));
    project.write("small.txt", "small\n");
    const { items } = await attached(
      [
        { kind: "file", path: "large.txt" },
        { kind: "text", source: "standard input", text: "log\n".repeat(10_000) },
        { kind: "file", path: "small.txt" },
      ],
      20_000,
    );
    expect(items.map(({ provenance }) => provenance.source)).toEqual([
      "file large.txt",
      "standard input",
      "file small.txt",
    ]);
    expect(items[2]?.text).toBe("small\n");
    const [large = 0, log = 0] = items.map(({ text }) => text.length);
    expect(Math.abs(large - log)).toBeLessThan(200);
    expect(Buffer.byteLength(renderSubagentSelectedContext(items))).toBeGreaterThan(19_500);
  });

  test("that holds nothing of an attachment is refused", async () => {
    project.write("a.txt", "one\n");
    expect(await refusal({ kind: "file", path: "a.txt" }, 100)).toEqual(["attachment.no-room"]);
    expect(await refusal({ kind: "diff" }, 100)).toEqual(["attachment.no-room"]);
  });

  test("is never overrun, whatever the texts are", async () => {
    const texts = fc.array(fc.string({ unit: "grapheme", maxLength: 400 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 1, max: 2_000 }), async (all, maxBytes) => {
        const context = await contextOf(
          all.map((text) => ({ kind: "text", source: "standard input", text: `${text}\n${text}` })),
          maxBytes,
        );
        if (!context.ok) return;
        const { items } = context.value;
        expect(Buffer.byteLength(renderSubagentSelectedContext(items))).toBeLessThanOrEqual(maxBytes);
        expect(items).toHaveLength(all.length);
      }),
    );
  });
});
