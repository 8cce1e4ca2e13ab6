import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type LoadedSettings, loadDelegationSettings } from "../../src/config/load-delegation-settings.ts";
import { type ForgeDirectories, forgeDirectories } from "../../src/files/forge-directories.ts";
import { temporaryDirectory } from "../files/temporary.ts";

export interface Files {
  readonly global?: unknown;
  readonly project?: unknown;
  readonly globalLegacy?: unknown;
  readonly projectLegacy?: unknown;
  readonly trusted?: boolean;
}

export interface Project {
  readonly root: string;
  readonly directories: ForgeDirectories;
  write(path: string, content: unknown): string;
}

/** A project and a home of its own; texts are written as they are, everything else as JSON. */
export function aProject(): Project {
  const base = temporaryDirectory();
  const root = join(base, "project");
  mkdirSync(root);
  const write = (path: string, content: unknown) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content, null, 1));
    return path;
  };
  return { root, directories: forgeDirectories({ cwd: root, env: {}, home: join(base, "home") }), write };
}

export function load({ trusted = true, ...files }: Files): LoadedSettings & { project: Project } {
  const project = aProject();
  const { directories, write } = project;
  const places = {
    global: directories.global.delegation.at(-1) ?? "",
    project: directories.project.delegation,
    globalLegacy: directories.global.config,
    projectLegacy: directories.project.config,
  };
  for (const name of ["global", "project", "globalLegacy", "projectLegacy"] as const) {
    if (files[name] !== undefined) write(places[name], files[name]);
  }
  return { ...loadDelegationSettings({ directories, trusted }), project };
}
