import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { delegationPolicy } from "../../src/config/delegation-policy.ts";
import { type Files, load } from "./project.ts";

interface Vector {
  readonly name: string;
  readonly files: Files;
  readonly settings: Readonly<Record<string, unknown>> & { readonly warningCount: number };
  readonly policies: Readonly<Record<string, unknown>>;
}

const vectors: Vector[] = JSON.parse(
  readFileSync(new URL("../golden/delegation-config.json", import.meta.url), "utf8"),
);

/** Where we decided otherwise than existing installs; what ours do is asserted below, apart. */
const exceptions = [
  "bare global key",
  "merge global+project entry",
  "unattended global true, project malformed",
  "unattended legacy project true, global dedicated false",
];

describe("what existing installs read from the same files", () => {
  test.each(vectors.filter(({ name }) => !exceptions.includes(name)))(
    "$name",
    ({ name, files, settings, policies }) => {
      const loaded = load(files);
      const { warningCount, ...expected } = settings;
      expect(inTheirWords(loaded.settings)).toEqual(expected);
      expect(loaded.diagnostics.length).toBeGreaterThanOrEqual(warningCount);
      const overrides = name === "explicit backend" ? { backend: "cli" } : {};
      for (const [profile, policy] of Object.entries(policies)) {
        const { enabled, backend, timeout, hint } = delegationPolicy(loaded.settings, profile, overrides);
        expect({ enabled, backend, timeout, ...(hint === undefined ? {} : { hint: true }) }).toEqual(policy);
      }
    },
  );

  test("every exception is a vector", () => {
    const names = vectors.map(({ name }) => name);
    expect(exceptions.filter((each) => !names.includes(each))).toEqual([]);
  });
});

function inTheirWords(settings: ReturnType<typeof load>["settings"]) {
  const entries = [...settings.profiles.values()];
  const unattended = settings.allowAgentInvocationWithoutApproval;
  return {
    timeoutMs: settings.timeoutMs.value,
    timeoutSource: settings.timeoutMs.source,
    summaryInToolDescription: settings.summaryInToolDescription.value,
    profiles: Object.fromEntries(
      entries.map(({ key, enabled, backend, timeoutMs }) => [
        key,
        {
          ...(enabled && { enabled: enabled.value }),
          ...(backend && { backend: backend.value }),
          ...(timeoutMs && { timeoutMs: timeoutMs.value }),
        },
      ]),
    ),
    profilesSource: Object.fromEntries(entries.map(({ key, source }) => [key, source])),
    ...(settings.backend.source === "built-in"
      ? {}
      : { backend: settings.backend.value, backendSource: settings.backend.source }),
    ...(unattended.source === "built-in" ? {} : { allowAgentInvocationWithoutApproval: unattended.value }),
  };
}

function vector(name: string): Vector {
  const found = vectors.find((each) => each.name === name);
  if (!found) throw new Error(`There is no vector "${name}".`);
  return found;
}

describe("where we decided otherwise", () => {
  test("a bare key in a global file enables nothing and is named", () => {
    const { settings, diagnostics } = load(vector("bare global key").files);
    expect(diagnostics).toMatchObject([{ code: "config.bare-global-key", path: "profiles.a", line: 3 }]);
    for (const id of ["a", "project:a", "global:a"]) expect(delegationPolicy(settings, id).enabled).toBe(false);
  });

  test("a project's entry in a global file is ignored and named", () => {
    const { settings, diagnostics } = load(vector("merge global+project entry").files);
    expect(diagnostics).toMatchObject([{ code: "config.foreign-scope", path: "profiles.project:a" }]);
    expect(delegationPolicy(settings, "project:a")).toMatchObject({
      enabled: false,
      backend: { id: "x" },
      timeout: { source: "built-in" },
    });
  });

  test("a malformed value in the project leaves unattended runs off whatever the global file says", () => {
    const { settings, diagnostics } = load(vector("unattended global true, project malformed").files);
    expect(diagnostics.map(({ code }) => code)).toEqual(["config.global-unattended", "config.type"]);
    expect(delegationPolicy(settings, "a").unattended.allowed).toBe(false);
  });

  test("the project's legacy section may allow unattended runs, and is named", () => {
    const { settings, diagnostics } = load(vector("unattended legacy project true, global dedicated false").files);
    expect(diagnostics).toMatchObject([{ code: "config.legacy", line: 2 }]);
    expect(delegationPolicy(settings, "a").unattended.allowed).toBe(true);
  });
});
