// Shows that each step of .ci/run can fail: breaks one thing in a clone, runs that step alone, prints its code. A step that still
// passes on its broken clone is a check that checks nothing, and fails this script.
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const scratch = mkdtempSync(join(tmpdir(), "forge-agent-ci-"));
const failingTest = 'import { expect, test } from "vitest";\ntest("fails", () => expect(1).toBe(2));\n';

/** One break for each step. `env` replaces variables for that run. */
const breaks = [
  { step: "system", what: "no tmux, and an installer that fails", apply: withoutPackages },
  {
    step: "install",
    what: "a lock file that is no JSON",
    apply: (clone) => writeFileSync(join(clone, "package-lock.json"), "{"),
  },
  {
    step: "types",
    what: "a string where a number belongs",
    apply: (clone) => append(clone, "src/index.ts", '\nexport const wrong: number = "text";\n'),
  },
  {
    step: "lint",
    what: "an unformatted line",
    apply: (clone) => append(clone, "src/index.ts", "\nexport   const wrong=1\n"),
  },
  {
    step: "architecture",
    what: "text imports contract",
    apply: (clone) =>
      append(
        clone,
        "src/text/cap.ts",
        '\nimport { limitNames } from "../contract/limits.ts";\nexport const wrong = limitNames;\n',
      ),
  },
  { step: "test", what: "a unit test that fails", apply: (clone) => only(clone, "test/text/selftest.test.ts") },
  { step: "test", what: "an end-to-end test that fails", apply: (clone) => only(clone, "test/e2e/selftest.test.ts") },
  {
    step: "docs",
    what: "a command table that says nothing",
    apply: (clone) => writeFileSync(join(clone, "README.md"), "<!-- commands -->\n<!-- /commands -->\n"),
  },
  {
    step: "package",
    what: "an export of a file that is not there",
    apply: (clone) => replace(clone, "package.json", "./dist/src/testing.js", "./dist/src/nothing.js"),
  },
  { step: "hosts", what: "a host test that fails", apply: (clone) => only(clone, "test/hosts/selftest.test.ts") },
  {
    step: "demo",
    what: "a sample project without the fact",
    apply: (clone) => writeFileSync(join(clone, "demo/sample-project/README.md"), "# Shop\n"),
  },
];

let toothless = 0;
try {
  for (const [index, { step, what, apply }] of breaks.entries()) {
    const clone = join(scratch, `${index}-${step}`);
    freshClone(clone, step !== "install");
    const env = apply(clone) ?? {};
    const { status } = spawnSync("/bin/bash", [join(clone, ".ci", "run"), step], {
      cwd: clone,
      env: { ...process.env, ...env },
      encoding: "utf8",
    });
    if (status === 0) toothless += 1;
    console.log(
      `${step.padEnd(12)} ${what.padEnd(40)} exit ${status}${status === 0 ? "  <- a check that cannot fail" : ""}`,
    );
    rmSync(clone, { recursive: true, force: true });
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exit(toothless === 0 ? 0 : 1);

function freshClone(clone, withModules) {
  const { status, stderr } = spawnSync("git", ["clone", "-q", root, clone], { encoding: "utf8" });
  if (status !== 0) throw new Error(`git clone failed: ${stderr}`);
  if (withModules) symlinkSync(join(root, "node_modules"), join(clone, "node_modules"));
  mkdirSync(join(clone, ".hosts"), { recursive: true });
  rmSync(join(clone, ".hosts"), { recursive: true });
  symlinkSync(join(root, ".hosts"), join(clone, ".hosts"));
}

function append(clone, file, text) {
  appendFileSync(join(clone, file), text);
}

function replace(clone, file, wanted, other) {
  const text = readFileSync(join(clone, file), "utf8");
  if (!text.includes(wanted)) throw new Error(`${file} does not hold ${wanted}.`);
  writeFileSync(join(clone, file), text.replaceAll(wanted, other));
}

function only(clone, file) {
  mkdirSync(dirname(join(clone, file)), { recursive: true });
  writeFileSync(join(clone, file), failingTest);
  return { CI_ONLY: file };
}

/** A PATH on which nothing of what the step looks for can be found. */
function withoutPackages(clone) {
  const bin = join(clone, "bin");
  mkdirSync(bin);
  symlinkSync("/usr/bin/dirname", join(bin, "dirname"));
  writeFileSync(join(bin, "apt-get"), "#!/bin/bash\nexit 7\n");
  chmodSync(join(bin, "apt-get"), 0o755);
  return { PATH: [bin].join(delimiter) };
}
