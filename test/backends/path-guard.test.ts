import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createPathGuard, type PathGuard, type PathGuardOptions } from "../../src/backends/path-guard.ts";
import { createTempProject, type TempProject } from "../support/temp-project.ts";

let project: TempProject;
beforeEach(() => {
  project = createTempProject({ files: { "src/a.ts": "inside", ".env": "KEY=1", "README.md": "hello" } });
  project.write(join(project.base, "outside", "secret.txt"), "outside");
});
afterEach(() => project.remove());

function aGuard(overrides: Partial<PathGuardOptions> = {}): PathGuard {
  const { root, home, agentDir } = project;
  const guard = createPathGuard({ root, home, agentDir, ...overrides });
  if (!guard.ok) throw new Error(JSON.stringify(guard.diagnostics));
  return guard.value;
}

function verdict(path: string, guard = aGuard(), kind: "file" | "directory" | "any" = "any"): string {
  const check = guard.check(path, kind);
  return check.ok ? check.kind : check.code;
}

describe("inside the root", () => {
  test("a file is checked, opened and read under one canonical path", () => {
    symlinkSync("src", join(project.root, "link"));
    const guard = aGuard();
    const check = guard.check("link/a.ts", "file");
    expect(check).toEqual({ ok: true, path: join(project.root, "src/a.ts"), kind: "file" });
    expect(check.ok && guard.read(check.path).toString()).toBe("inside");
  });

  test.each(["src/a.ts", "./src/../src/a.ts", "@src/a.ts", "README.md"])("allows %s", (path) => {
    expect(verdict(path)).toBe("file");
  });

  test("takes spellings as Pi takes them", () => {
    project.write("it\u2019s.txt", "curly");
    project.write("cafe\u0301.txt", "decomposed");
    project.write("a b.txt", "blank");
    project.write("Shot 9.41\u202FPM.png", "macOS");
    for (const path of ["it's.txt", "caf\u00e9.txt", "a\u00a0b.txt", "a\u3000b.txt", "Shot 9.41 PM.png"]) {
      expect([path, verdict(path)]).toEqual([path, "file"]);
    }
  });

  test("reads the file a link leads to by its own characters, though Pi would spell them otherwise", () => {
    project.write("b\u00a0c.txt", "with a hard blank");
    project.write("b c.txt", "with a plain blank");
    symlinkSync("b\u00a0c.txt", join(project.root, "link"));
    const guard = aGuard();
    const check = guard.check("link", "file");
    expect(check.ok && guard.read(check.path).toString()).toBe("with a hard blank");
    expect(guard.checkExact(join(project.root, "b\u00a0c.txt"), "file").ok).toBe(true);
  });

  test("tells a directory from a file, and names what is missing", () => {
    expect([verdict("src", aGuard(), "file"), verdict("src", aGuard(), "directory")]).toEqual([
      "path.not-regular",
      "directory",
    ]);
    expect([verdict("README.md", aGuard(), "directory"), verdict("no/such")]).toEqual([
      "path.not-directory",
      "path.missing",
    ]);
  });
});

describe("outside the root", () => {
  test.each([
    "/etc/hostname",
    "@/etc/hostname",
    "..",
    "../outside/secret.txt",
    "~/x",
    "~",
    "file:///etc/hostname",
    "/",
  ])("refuses %s", (path) => {
    expect(verdict(path)).toBe("path.outside-root");
  });

  test("refuses links out, links in a parent, and chains of links", () => {
    const outside = join(project.base, "outside");
    symlinkSync(join(outside, "secret.txt"), join(project.root, "link.txt"));
    symlinkSync(outside, join(project.root, "folder"));
    symlinkSync("folder", join(project.root, "chain"));
    symlinkSync("loop", join(project.root, "loop"));
    for (const path of ["link.txt", "folder/secret.txt", "chain/secret.txt", "folder"]) {
      expect([path, verdict(path)]).toEqual([path, "path.outside-root"]);
    }
    expect(verdict("loop")).toBe("path.unreadable");
  });

  test("tells nothing about what exists there", () => {
    symlinkSync(join(project.base, "outside"), join(project.root, "folder"));
    for (const path of ["folder/none", "../outside/none", "/etc/none"]) expect(verdict(path)).toBe("path.outside-root");
  });

  test("a folder whose name merely begins like the root is outside", () => {
    project.write(join(`${project.root}-other`, "x"), "x");
    expect(verdict("../project-other/x")).toBe("path.outside-root");
  });

  test("no spelling of dots, blanks and prefixes leads out", () => {
    const part = fc.constantFrom(
      "..",
      ".",
      "src",
      "@",
      "~",
      "\u00a0",
      "outside",
      "secret.txt",
      "a.ts",
      "",
      "%2e%2e",
      "\\..",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), fc.constantFrom("", "@", "/", "~/", "@~/"), (parts, prefix) => {
        const check = aGuard().check(prefix + parts.join("/"), "any");
        expect(!check.ok || check.path === project.root || check.path.startsWith(`${project.root}/`)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

describe("refused inside the root", () => {
  test.each([
    ".env",
    ".env.local",
    "deep/.ENV.production",
    "server.PEM",
    "keys/id_ed25519",
    ".git/config",
    "sub/.git/config",
    ".git/config.worktree",
    ".git/worktrees/w/config.worktree",
    ".git/credentials",
    ".ssh/known",
    "config/prod.env",
    "infra/live.tfvars",
    "terraform.tfstate.backup",
    ".cargo/credentials.toml",
    "service-account-ci.json",
    "config/secrets.yaml",
    ".bash_history",
    "AuthKey.p8",
  ])("refuses %s", (path) => {
    project.write(path, "secret");
    expect(verdict(path)).toBe("path.denied");
  });

  test("refuses a link to a refused file, whatever it is called", () => {
    symlinkSync(".env", join(project.root, "notes.txt"));
    expect(verdict("notes.txt")).toBe("path.denied");
  });

  test("refuses a pipe at once, and a socket-like thing is no file", () => {
    execFileSync("mkfifo", [join(project.root, "pipe")]);
    expect([verdict("pipe"), verdict("pipe", aGuard(), "file")]).toEqual(["path.not-regular", "path.not-regular"]);
  });

  test("refuses the agent directory and the history where they lie inside", () => {
    const agentDir = join(project.root, "agent");
    project.write("agent/auth.json", "{}");
    project.write("runs/1.json", "{}");
    const guard = aGuard({ agentDir, historyDirectory: join(project.root, "runs") });
    expect([verdict("agent/auth.json", guard), verdict("runs/1.json", guard), verdict("runs", guard)]).toEqual(
      Array(3).fill("path.denied"),
    );
  });

  test("refuses patterns from configuration", () => {
    project.write("internal/plan.md", "x");
    const guard = aGuard({ denied: ["internal", "src/*.ts"] });
    expect([verdict("internal/plan.md", guard), verdict("src/a.ts", guard)]).toEqual(["path.denied", "path.denied"]);
    expect(guard.deniedPatterns).toEqual(expect.arrayContaining(["/proc", ".env*", "internal"]));
  });

  test("refuses NUL", () => {
    expect(verdict("src/a.ts\0.md")).toBe("path.invalid");
  });

  test("a name of the root itself is not held against what is in it", () => {
    const root = join(project.base, ".env-tools");
    project.write(join(root, "x.md"), "x");
    expect(verdict("x.md", aGuard({ root }))).toBe("file");
  });
});

describe("allowed", () => {
  test("opens a place outside the root, and still refuses keys in it", () => {
    const outside = join(project.base, "outside");
    project.write(join(outside, ".env"), "x");
    const guard = aGuard({ allowed: [outside] });
    expect([verdict("../outside/secret.txt", guard), verdict("../outside/.env", guard)]).toEqual([
      "file",
      "path.denied",
    ]);
  });

  test("opens exactly the refused name it names", () => {
    project.write(".env.example", "x");
    const guard = aGuard({ allowed: [".env.example"] });
    expect([verdict(".env.example", guard), verdict(".env", guard)]).toEqual(["file", "path.denied"]);
  });

  test("opens one file by its full path", () => {
    expect(verdict(".env", aGuard({ allowed: [join(project.root, ".env")] }))).toBe("file");
  });

  test("a place above does not open what is refused below", () => {
    project.write(join(project.home, ".ssh/id"), "x");
    project.write(join(project.home, "notes.md"), "x");
    const guard = aGuard({ allowed: ["~"] });
    expect([verdict("~/.ssh/id", guard), verdict("~/notes.md", guard)]).toEqual(["path.denied", "file"]);
  });

  test.runIf(process.platform === "linux")("never opens the process, the system or devices", () => {
    const guard = aGuard({ allowed: ["/proc", "/proc/self/environ", "/dev", "/sys"] });
    for (const path of ["/proc/self/environ", "/proc/self/root/etc/hostname", "/dev/null", "/sys/kernel"]) {
      expect(["path.denied", "path.outside-root"]).toContain(verdict(path, guard));
    }
  });
});

describe("the root", () => {
  test("may not be the disk, the home directory or what holds it", () => {
    for (const root of ["/", project.home, project.base]) {
      const guard = createPathGuard({ root, home: project.home });
      expect([root, guard.diagnostics[0]?.code]).toEqual([root, "root.too-wide"]);
    }
    expect(createPathGuard({ root: join(project.base, "none") }).diagnostics[0]?.code).toBe("root.missing");
  });

  test("given through a link is used by its real path", () => {
    symlinkSync(project.root, join(project.base, "alias"));
    expect(aGuard({ root: join(project.base, "alias") }).root).toBe(project.root);
  });
});
