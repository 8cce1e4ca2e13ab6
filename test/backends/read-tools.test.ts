import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createReadTools } from "../../src/backends/read-tools.ts";
import { hasRipgrep } from "../support/search-programs.ts";
import { createTempProject, type TempProject } from "../support/temp-project.ts";

// Loading Pi takes seconds on a busy machine; that is no part of any test.
beforeAll(async () => {
  await import("@mariozechner/pi-coding-agent");
}, 120_000);

let project: TempProject;
let read: string[];
let refused: string[];
beforeEach(() => {
  read = [];
  refused = [];
  project = createTempProject({
    files: {
      "src/a.ts": "const KEY = 1;\n",
      "src/b.ts": "KEY again\n",
      ".env": "KEY=secret\n",
      "sub/.env.local": "KEY=secret\n",
    },
  });
  project.write("odd:3: name.md", "KEY in an odd file\n");
  project.write(join(project.base, "outside/secret.txt"), "KEY outside\n");
  symlinkSync(join(project.base, "outside"), join(project.root, "out"));
  symlinkSync("src", join(project.root, "in"));
});
afterEach(() => project.remove());

interface Overrides {
  readonly allowed?: readonly string[];
  readonly root?: string;
}

async function call(
  name: string,
  parameters: object,
  { allowed = [], root = project.root }: Overrides = {},
): Promise<string> {
  const onRead = (path: string) => read.push(path);
  const onRefused = (path: string) => refused.push(path);
  const [tool] = await createReadTools({ root, denied: ["internal"], allowed, tools: [name], onRead, onRefused });
  if (!tool) throw new Error("no tool");
  const context = { cwd: project.base } as Parameters<typeof tool.execute>[4];
  const result = await tool.execute("call-1", parameters, undefined, undefined, context).catch((fault: Error) => fault);
  if (result instanceof Error) return `error: ${result.message}`;
  return result.content.map((part) => (part.type === "text" ? part.text : `${part.type} ${part.mimeType}`)).join("\n");
}

describe("read", () => {
  test("reads a file of the root, although the process and the context stand elsewhere", async () => {
    expect(await call("read", { path: "src/a.ts" })).toContain("const KEY = 1;");
    expect(await call("read", { path: "in/b.ts" })).toContain("KEY again");
    expect(read).toEqual(["src/a.ts", "src/b.ts"]);
  });

  test("keeps Pi's own range and its errors", async () => {
    project.write("lines.txt", "1\n2\n3\n4");
    expect(await call("read", { path: "lines.txt", offset: 2, limit: 1 })).toMatch(/^2\n/);
    expect(await call("read", { path: "lines.txt", offset: 9 })).toContain("beyond end of file");
  });

  test("attaches an image", async () => {
    const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    execFileSync(process.execPath, ["-e", `fs.writeFileSync("p.png", Buffer.from("${pixel}", "base64"))`], {
      cwd: project.root,
    });
    expect(await call("read", { path: "p.png" })).toContain("image image/png");
  });

  test.each([
    "/etc/hostname",
    "@/etc/hostname",
    "~/x",
    "out/secret.txt",
    ".env",
    "@.env",
    "sub/.env.local",
    "/proc/self/environ",
    "pipe",
  ])("refuses %s and says so", async (path) => {
    execFileSync("mkfifo", [join(project.root, "pipe")]);
    expect(await call("read", { path })).toMatch(/^error: /);
    expect([read, refused]).toEqual([[], [path]]);
  });
});

describe("ls", () => {
  test("hides no name, and follows no link outside", async () => {
    mkdirSync(join(project.root, "internal"));
    expect((await call("ls", {})).split("\n")).toEqual([
      ".env",
      "in/",
      "internal/",
      "odd:3: name.md",
      "out",
      "src/",
      "sub/",
    ]);
    expect(await call("ls", { path: "in" })).toBe("a.ts\nb.ts");
  });

  test.each(["out", "..", "~", "/", "internal"])("refuses %s", async (path) => {
    mkdirSync(join(project.root, "internal"));
    expect(await call("ls", { path })).toMatch(/^error: /);
    expect(refused).toEqual([path]);
  });
});

describe.runIf(hasRipgrep)("grep", () => {
  const sorted = (text: string) => text.split("\n").sort();
  const all = ["odd:3: name.md:1: KEY in an odd file", "src/a.ts:1: const KEY = 1;", "src/b.ts:1: KEY again"];

  test("finds what may be read and nothing of what may not", async () => {
    expect(sorted(await call("grep", { pattern: "KEY" }))).toEqual(all);
  });

  test.each(["*", ".env*", "**/.env.local", "{.env,src/b.ts}"])("a glob of %s brings nothing refused", async (glob) => {
    expect(await call("grep", { pattern: "KEY", glob })).not.toContain("secret");
  });

  test("a refused file cannot be told by what is left of a limit", async () => {
    expect(await call("grep", { pattern: "KEY=secret|KEY again", glob: "{.env,b.ts}", limit: 1 })).toBe(
      "src/b.ts:1: KEY again",
    );
    expect(await call("grep", { pattern: "KEY=secret", glob: "*" })).toBe("No matches found");
    expect(await call("grep", { pattern: "KEY=secret" })).toBe("No matches found");
  });

  test("shows context only of what may be read, and one file when asked for one", async () => {
    project.write("src/c.ts", "before\nNEEDLE\nafter\n");
    expect(await call("grep", { pattern: "NEEDLE", context: 1 })).toBe(
      "src/c.ts-1- before\nsrc/c.ts:2: NEEDLE\nsrc/c.ts-3- after",
    );
    expect(await call("grep", { pattern: "KEY", path: "src/a.ts" })).toBe("a.ts:1: const KEY = 1;");
  });

  test("stops at the limit that was asked for and says so", async () => {
    const text = await call("grep", { pattern: "KEY", glob: "*.ts", limit: 1 });
    expect(text).toMatch(/^src\/[ab]\.ts:1: .*\n\n\[1 matches limit reached/);
  });

  test("opens what configuration allows", async () => {
    expect(await call("grep", { pattern: "KEY" }, { allowed: [".env"] })).toContain(".env:1: KEY=secret");
  });

  test.each(["out", ".env", ".."])("refuses to search %s", async (path) => {
    expect(await call("grep", { pattern: "KEY", path })).toMatch(/^error: /);
    expect(refused).toEqual([path]);
  });
});

describe("find", () => {
  // Stands for fd, whose older versions do not know an option that Pi passes: lists everything below its last argument.
  const listEverything = `#!/bin/sh
for last in "$@"; do :; done
exec find "$last" -mindepth 1 \\( -type d -printf '%p/\\n' \\) -o -printf '%p\\n'
`;
  const path = process.env.PATH;
  beforeEach(() => {
    chmodSync(project.write(join(project.base, "bin/fd"), listEverything), 0o755);
    process.env.PATH = `${join(project.base, "bin")}:${path}`;
  });
  afterEach(() => {
    process.env.PATH = path;
  });

  test("shows what may be read, and nothing refused or outside", async () => {
    expect((await call("find", { pattern: "*" })).split("\n").sort()).toEqual(
      ["in", "odd:3: name.md", "src/", "src/a.ts", "src/b.ts", "sub/"].sort(),
    );
    expect(await call("find", { pattern: "*", path: "sub" })).toBe("No files found matching pattern");
  });

  test.each(["out", "..", "~"])("refuses to search %s", async (place) => {
    expect(await call("find", { pattern: "*", path: place })).toMatch(/^error: /);
    expect(refused).toEqual([place]);
  });
});

test("refuses to be made for the home directory, and for a tool that it does not know", async () => {
  const options = { denied: [], allowed: [], onRead: () => {}, onRefused: () => {} };
  await expect(createReadTools({ ...options, root: "/", tools: ["read"] })).rejects.toThrow("whole disk");
  await expect(createReadTools({ ...options, root: project.root, tools: ["bash"] })).rejects.toThrow("bash");
});
