import { basename, dirname, join } from "node:path";
import type { Diagnostic } from "../contract/diagnostic.ts";
import type { JsonValue } from "../contract/json.ts";
import { type Outcome, success } from "../contract/outcome.ts";
import { hasShape } from "../contract/shape.ts";
import { forgeDirectories } from "../files/forge-directories.ts";
import { realPath } from "../files/real-path.ts";
import { createPrivateRecord } from "./private-record.ts";
import { compareDigests, type TrustedFile } from "./trust-difference.ts";
import {
  authorityFiles,
  type DigestReading,
  type Digests,
  moduleFiles,
  projectPath,
  seenWhole,
} from "./trusted-files.ts";
import { createTrustedTexts } from "./trusted-texts.ts";

// Types, not interfaces: they are JSON, which only a type says.
type Pinned = { readonly since: string; readonly files: Digests };
type Project = { readonly root: string; readonly files?: Pinned; readonly modules?: Pinned };
type TrustRecord = { readonly version: 1; readonly projects: readonly Project[] };

const text = { type: "string" };
const file = { type: "object", properties: { path: text, digest: text }, required: ["path", "digest"] };
const pinned = {
  type: "object",
  properties: { since: text, files: { type: "array", items: file } },
  required: ["since", "files"],
};
const project = { type: "object", properties: { root: text, files: pinned, modules: pinned }, required: ["root"] };
const shape = {
  type: "object",
  properties: { version: { const: 1 }, projects: { type: "array", items: project } },
  required: ["version", "projects"],
};
const isTrustRecord = (value: JsonValue): value is TrustRecord => hasShape(shape, value);
const noTrust: TrustRecord = { version: 1, projects: [] };

export interface Trust {
  readonly state: "trusted" | "untrusted" | "changed";
  /** ISO 8601, when it was last trusted. */
  readonly since?: string;
  readonly files: readonly TrustedFile[];
  /** What is not as it was trusted: what the question is about. */
  readonly difference: readonly TrustedFile[];
  /** Hand these back to `trust` or `trustModules` after the person's yes: what was shown is what is pinned. */
  readonly digests: Digests;
}

export interface ProjectTrust extends Trust {
  /** Real path. */
  readonly root: string;
  /** False when there is nothing to ask about: no such files and no record, or nothing changed. */
  readonly asks: boolean;
  /** Code that would run as the user: asked for apart, and off unless `trusted`. */
  readonly modules: Trust;
  readonly diagnostics: readonly Diagnostic[];
}

export interface AcceptedEdit {
  /** Inside `cwd`. */
  readonly file: string;
  /** Digest before; null when the file was not there. */
  readonly before: string | null;
  readonly digest: string;
}

export interface TrustStore {
  projectTrust(cwd: string): ProjectTrust;
  /** Code modules in a folder of no project; agree to them with `trustModules` and the folder that holds it. */
  modulesIn(directory: string): Trust;
  trust(cwd: string, digests: Digests): Promise<Outcome<void>>;
  trustModules(cwd: string, digests: Digests): Promise<Outcome<void>>;
  /** Follows an edit that we made ourselves with a person's yes, when nothing else in that file had changed before. */
  acceptEdit(cwd: string, edit: AcceptedEdit): Promise<Outcome<void>>;
  /** The text behind the digest of something that was trusted, while it is known. */
  trustedText(digest: string): string | undefined;
}

interface TrustStoreOptions {
  /** Outside every project. */
  readonly file: string;
  readonly clock: () => Date;
}

/** A record that cannot be read trusts nothing. */
export function createTrustStore(options: TrustStoreOptions): TrustStore {
  const record = createPrivateRecord(options.file, isTrustRecord, noTrust);
  const texts = createTrustedTexts(join(dirname(options.file), "trusted-texts"));

  async function change(cwd: string, edit: (project: Project) => Project): Promise<Outcome<void>> {
    // A directory that is gone has no files, and trusting it says nothing about another.
    const root = realPath(cwd) ?? cwd;
    const updated = await record.update((current) => {
      const edited = edit(current.projects.find((each) => each.root === root) ?? { root });
      const others = current.projects.filter((each) => each.root !== root);
      return { ...current, projects: [...others, edited] };
    });
    if (!updated.ok) return updated;
    const pinned = updated.value.projects.map((each) => ({ root: each.root, files: each.files?.files ?? [] }));
    const named = new Set(pinned.flatMap(({ files }) => files.map(({ digest }) => digest)));
    await texts.keep(root, pinned.find((each) => each.root === root)?.files ?? [], named);
    return success(undefined);
  }
  const pin = (digests: Digests): Pinned => ({ since: options.clock().toISOString(), files: digests });

  return {
    projectTrust(cwd) {
      const root = realPath(cwd) ?? cwd;
      // Only places inside the project are read here, so neither home nor environment matters.
      const directories = forgeDirectories({ cwd: root, env: {}, home: root });
      const kept = record.read();
      const known = kept.ok ? kept.value.projects.find((each) => each.root === root) : undefined;
      const files = authorityFiles(directories);
      const modules = moduleFiles(root, directories.project.extensions);
      const trust = compared(known?.files, files);
      return {
        ...trust,
        root,
        asks: trust.state !== "trusted" && trust.difference.length > 0,
        modules: compared(known?.modules, modules),
        diagnostics: [...(kept.ok ? [] : kept.diagnostics), ...files.diagnostics, ...modules.diagnostics],
      };
    },
    modulesIn(directory) {
      const root = realPath(dirname(directory)) ?? dirname(directory);
      const kept = record.read();
      const known = kept.ok ? kept.value.projects.find((each) => each.root === root) : undefined;
      return compared(known?.modules, moduleFiles(root, join(root, basename(directory))));
    },
    trust: (cwd, digests) => change(cwd, (project) => ({ ...project, files: pin(digests) })),
    trustModules: (cwd, digests) => change(cwd, (project) => ({ ...project, modules: pin(digests) })),
    acceptEdit: (cwd, edit) => change(cwd, (project) => afterEdit(project, projectPath(cwd, edit.file), edit)),
    trustedText: texts.text,
  };
}

function afterEdit(project: Project, path: string, { before, digest }: AcceptedEdit): Project {
  const files = project.files?.files ?? [];
  const known = files.find((each) => each.path === path)?.digest ?? null;
  if (!project.files || known !== before) return project;
  const others = files.filter((each) => each.path !== path);
  return { ...project, files: { ...project.files, files: [...others, { path, digest }] } };
}

function compared(pinned: Pinned | undefined, now: DigestReading): Trust {
  const files = compareDigests(pinned?.files ?? [], now.digests);
  const difference = files.filter(({ status }) => status !== "same");
  const same = difference.length === 0 && seenWhole(now);
  return {
    state: pinned === undefined ? "untrusted" : same ? "trusted" : "changed",
    ...(pinned === undefined ? {} : { since: pinned.since }),
    files,
    difference,
    digests: now.digests,
  };
}
