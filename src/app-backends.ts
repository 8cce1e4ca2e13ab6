import { realpathSync } from "node:fs";
import type { AnyBackend } from "./app-options.ts";
import type { ModelFactsPort } from "./backends/model-facts.ts";
import { deniedPatterns } from "./backends/path-guard-patterns.ts";
import type { PiInstallation } from "./backends/pi-installation.ts";
import { createPiRpcBackend, createPiSubprocessBackend } from "./backends/pi-subprocess.ts";
import type { DelegationSettings } from "./config/delegation-settings.ts";
import type { ForgeDirectories } from "./files/forge-directories.ts";

export interface BackendSources {
  readonly installation: PiInstallation;
  readonly models: ModelFactsPort;
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
  /** A child may be started before the decision: only for a person's interactive run in a trusted project. */
  readonly mayWarm: boolean;
}

/** Both ways to run a plan in a Pi child, as the settings of this moment say. */
export function piBackends(
  { installation, models, env, home, mayWarm }: BackendSources,
  settings: DelegationSettings,
  directories: ForgeDirectories,
): readonly AnyBackend[] {
  const { agentDirectory: agentDir, history: historyDirectory } = directories;
  const options = {
    installation,
    models,
    root: realpathSync(directories.cwd),
    agentDir,
    environment: env,
    guard: { denied: deniedPatterns({ home, agentDir, historyDirectory }), allowed: settings.allowPaths.value },
    warmStart: mayWarm && settings.warmStart.value,
    idleTimeoutMs: settings.idleTimeoutMs.value,
    clock: Date.now,
    newId: () => globalThis.crypto.randomUUID(),
  };
  return [createPiSubprocessBackend(options), createPiRpcBackend(options)];
}
