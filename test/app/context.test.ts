import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { renderSubagentSelectedContext } from "../../src/contract/product/context-envelope.ts";
import type { Attachment } from "../../src/delegation-attachments.ts";
import { createGitProject, type GitProject } from "../support/git-project.ts";
import { attachingIn, codes } from "./attaching.ts";

let project: GitProject;
beforeEach(() => {
  project = createGitProject();
});
afterEach(() => project.remove());

const { contextOf, attached, refusal } = attachingIn(() => project);

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
    const { items, diagnostics } = await attached([
      { kind: "file", path: "a.bin" },
      { kind: "file", path: "empty.txt" },
    ]);
    expect(diagnostics).toMatchObject([{ code: "attachment.empty", message: expect.stringContaining("empty.txt") }]);
    expect(items.map(({ text }) => text)).toEqual(["Binary file, 3 B; its content is not attached.", "(empty)"]);
  });

  test("and standard input without text are sent as empty, and said to be", async () => {
    const { items, diagnostics } = await attached([{ kind: "text", source: "standard input", text: "\n" }]);
    expect(items).toMatchObject([{ text: "(empty)" }]);
    expect(diagnostics).toMatchObject([{ code: "attachment.empty", level: "warning" }]);
    expect(diagnostics[0]?.message).toContain("standard input");
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
