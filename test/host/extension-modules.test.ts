import { join } from "node:path";
import { expect, test } from "vitest";
import { type ExtensionContext, loadExtensionModules } from "../../src/host/extension-modules.ts";
import { forgeFiles, ofOneTest } from "../support/forge-files.ts";

/** Loads what `modules` says for each file below `.pi/forge/extensions`, which need only exist. */
async function loaded(modules: Readonly<Record<string, unknown>>, allowed = true) {
  const files = ofOneTest(
    forgeFiles(Object.fromEntries(Object.keys(modules).map((name) => [`.pi/forge/extensions/${name}`, ""]))),
  );
  const directory = join(files.cwd, ".pi/forge/extensions");
  const asked: string[] = [];
  const loadModule = async (file: string) => {
    const name = file.slice(directory.length + 1);
    asked.push(name);
    return modules[name];
  };
  const input = { cwd: files.cwd, directories: [join(files.cwd, "none"), directory] };
  const result = await loadExtensionModules({ ...input, loadModule: allowed ? loadModule : undefined });
  return { ...result, asked, macros: [...result.registrations.macros.keys()] };
}

const macro = (name: string) => ({
  default: ({ registerMacro }: ExtensionContext) => registerMacro({ name, render: () => "" }),
});

test("loads files and folders with an index file by name, and nothing else", async () => {
  const { asked, macros } = await loaded({
    "b.ts": macro("b"),
    "a.mjs": { register: macro("a").default },
    "c/index.js": { default: { register: macro("c").default } },
    "c/other.js": macro("no"),
    "d/readme.md": macro("no"),
    "types.d.ts": macro("no"),
    ".hidden.ts": macro("no"),
    "data.json": macro("no"),
  });
  expect(asked).toEqual(["a.mjs", "b.ts", "c/index.js"]);
  expect(macros).toEqual(["a", "b", "c"]);
});

test("loads nothing until code modules are allowed", async () => {
  expect(await loaded({ "a.ts": macro("a") }, false)).toMatchObject({ asked: [], macros: [], diagnostics: [] });
});

test("takes back everything of a module that fails, warns and goes on", async () => {
  const failing = async (context: ExtensionContext) => {
    macro("half").default(context);
    context.registerSlot({ name: "slot", render: () => "" });
    throw new Error("no database");
  };
  const { macros, registrations, diagnostics } = await loaded({
    "a.ts": macro("kept"),
    "b.ts": { default: failing },
    "c.ts": macro("kept"),
    "d.ts": macro("dotted.name"),
    "e.ts": {},
    "f.ts": macro("last"),
  });
  expect(macros).toEqual(["kept", "last"]);
  expect(registrations.slots.size).toBe(0);
  expect(diagnostics.map((each) => `${each.level} ${each.code}`)).toEqual(Array(4).fill("warning module.failed"));
  expect(diagnostics[0]?.message).toContain("no database");
});

test("runs what modules return for their end, last one first, one failure not keeping the others", async () => {
  const ended: string[] = [];
  const ending = (name: string) => ({
    default: () => () => {
      ended.push(name);
      if (name === "b") throw new Error("b");
    },
  });
  const { dispose } = await loaded({ "a.ts": ending("a"), "b.ts": ending("b"), "c.ts": ending("c") });
  await dispose();
  await dispose();
  expect(ended).toEqual(["c", "b", "a"]);
});
