import { dirname } from "node:path";
import type { AgreedModules } from "./app-modules.ts";
import type { Trust, TrustStore } from "./config/trust-store.ts";
import type { Scope } from "./contract/identifiers.ts";
import { type Outcome, success } from "./contract/outcome.ts";
import type { ForgeDirectories } from "./files/forge-directories.ts";

/** Code that would run as the user, about which nobody has decided in this session. */
export interface ModuleQuestion extends Trust {
  readonly scope: Scope;
  /** Holds the files. */
  readonly directory: string;
}

/** Agreement to code modules: asked apart from trust in a project's texts, and off until a person says yes. */
export interface ModuleConsent {
  agreed(): readonly (AgreedModules & { readonly scope: Scope })[];
  /** Each is asked at most once in a session for the same files. */
  unasked(): readonly ModuleQuestion[];
  answer(question: ModuleQuestion, yes: boolean): Promise<Outcome<void>>;
}

interface ModuleConsentOptions {
  readonly cwd: string;
  readonly directories: ForgeDirectories;
  readonly trustStore: TrustStore;
  /** Of the project; without it its modules are not even asked about. */
  readonly trusted: () => boolean;
}

export function createModuleConsent({ cwd, directories, trustStore, trusted }: ModuleConsentOptions): ModuleConsent {
  const asked = new Set<string>();

  function places(): readonly ModuleQuestion[] {
    const global = directories.global.extensions;
    const project = directories.project.extensions;
    const ofProject = trusted() ? [{ ...trustStore.projectTrust(cwd).modules, directory: project }] : [];
    return [
      { ...trustStore.modulesIn(global), scope: "global", directory: global },
      ...ofProject.map((each) => ({ ...each, scope: "project" as const })),
    ];
  }

  return {
    agreed: () => places().filter(({ state, digests }) => state === "trusted" && digests.length > 0),
    unasked: () =>
      places().filter((each) => each.state !== "trusted" && each.difference.length > 0 && !asked.has(identity(each))),
    async answer(question, yes) {
      asked.add(identity(question));
      if (!yes) return success(undefined);
      const root = question.scope === "project" ? cwd : dirname(question.directory);
      return trustStore.trustModules(root, question.digests);
    },
  };
}

function identity({ scope, digests }: ModuleQuestion): string {
  return JSON.stringify([scope, digests]);
}
