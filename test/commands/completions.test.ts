import { describe, expect, test } from "vitest";
import { complete } from "../../commands/completions.ts";
import type { App } from "../../src/app.ts";
import { verbs } from "../../src/command-line-verbs.ts";
import { success } from "../../src/contract/outcome.ts";

const profile = (scope: "project" | "global", id: string) => ({
  scope,
  id,
  usable: true,
  profile: { description: `The ${id}`, model: { provider: "acme", id: "large" } },
});
const profiles = [profile("project", "auditor"), profile("global", "auditor"), profile("global", "scout")];
const app = {
  catalog: async () => success({ profiles, foreignHost: null }),
  history: {
    list: () => ({
      runs: ["r_2", "r_1"].map((id) => ({ id, status: "dismissed", profileId: "project:auditor", task: "Look." })),
      diagnostics: [],
    }),
  },
  backends: () => [{ id: "pi-subprocess-readonly" }, { id: "pi-rpc-readonly" }],
} as unknown as App;
const values = async (prefix: string, loaded: App | undefined = app) =>
  (await complete(prefix, { verbs, takesOptions: true, app: loaded }))?.map(({ value }) => value) ?? null;

describe("completing a command", () => {
  test("shows what a profile says of itself as text", async () => {
    const sly = {
      ...profile("project", "sly"),
      profile: { description: "a\u001b[2J\nb", model: { provider: "p", id: "m" } },
    };
    const loaded = { ...app, catalog: async () => success({ profiles: [sly], foreignHost: null }) } as unknown as App;
    const offered = await complete("run ", { verbs, takesOptions: true, app: loaded });
    expect(offered?.map(({ description }) => description)).toEqual(Array(2).fill("a\\u{1b}[2J\\u{a}b"));
  });

  test("verbs first", async () => {
    expect(await values("pl")).toEqual(["plan"]);
    expect(await values("")).toContain("run");
  });

  test("then profiles, by bare id where that is the one meant", async () => {
    expect(await values("run ")).toEqual([
      "run auditor",
      "run project:auditor",
      "run global:auditor",
      "run scout",
      "run global:scout",
    ]);
    expect(await values("run global:s")).toEqual(["run global:scout"]);
  });

  test("then options and their values, with everything before them kept", async () => {
    expect(await values("run  scout --ba")).toEqual(["run  scout --backend"]);
    expect(await values("run scout --backend pi-r")).toEqual(["run scout --backend pi-rpc-readonly"]);
    expect(await values("run scout --model ac")).toEqual(["run scout --model acme/large"]);
    expect(await values("run scout --backend x --pr")).toContain("run scout --backend x --private");
  });

  test("options before the profile, and the profile after them", async () => {
    expect(await values("run --pri")).toEqual(["run --private"]);
    expect(await values("run --model acme/large --diff sc")).toEqual(["run --model acme/large --diff scout"]);
    expect(await values("run --model ac")).toEqual(["run --model acme/large"]);
    expect(await values("run --private scout --ba")).toEqual(["run --private scout --backend"]);
    expect(await values("run --private scout look --ba")).toBeNull();
  });

  test("kept runs and their options after history, which no other verb takes", async () => {
    expect(await values("history ")).toEqual(["history r_2", "history r_1"]);
    const [put] = (await complete("history ", { verbs, takesOptions: true, app })) ?? [];
    expect(put?.description).toBe("not now project:auditor: Look.");
    expect(await values("history r_2 --ex")).toEqual(["history r_2 --export"]);
    expect(await values("run scout --ex")).toBeNull();
  });

  test.each(["run scout look --ba", "run scout -- --ba", "config ", "run scout ", "nothing ", "run scout --trust-p"])(
    "nothing for %j",
    async (prefix) => expect(await values(prefix)).toBeNull(),
  );

  test("names nothing that would have to be loaded for it", async () => {
    expect(await complete("run ", { verbs, takesOptions: true, app: undefined })).toBeNull();
  });
});
