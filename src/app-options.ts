import type { GrantsView } from "./app-grants.ts";
import type { Approver } from "./approval/approver.ts";
import type { PiInstallation } from "./backends/pi-installation.ts";
import type { createPiSubprocessBackend } from "./backends/pi-subprocess.ts";
import type { Door } from "./command-line-door.ts";
import type { DelegationSettings } from "./config/delegation-settings.ts";
import type { ModelReference, ThinkingLevel } from "./contract/model.ts";
import type { ForgeDirectories } from "./files/forge-directories.ts";
import type { ForgeHostTransport } from "./host/port-protocol.ts";

/** What a session's application is given by Pi or by the terminal command. */
export interface AppOptions {
  /** Where a person types, which decides what texts tell them to type. */
  readonly door: Door;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly transport: ForgeHostTransport;
  readonly approver: Approver;
  /** False where nobody can be asked, so that nothing is offered for enabling. */
  readonly canAsk: boolean;
  /** What the asking session uses now. */
  readonly session: () => {
    readonly model?: ModelReference;
    /** Where its requests go, as far as that is known. */
    readonly baseUrl?: string;
    readonly thinking?: ThinkingLevel;
  };
  /** Pi's own answer about the project; undefined where Pi has none. Ours is never wider. */
  readonly trustedByPi: () => boolean | undefined;
  readonly backends: (settings: DelegationSettings, directories: ForgeDirectories) => readonly AnyBackend[];
  readonly installation: () => PiInstallation | undefined;
  /** Milliseconds that another host has to answer before ours starts. */
  readonly quietMs?: number;
  /** Grants were given, used or revoked, or have ended. */
  readonly onGrants?: (grants: GrantsView) => void;
  readonly now: () => Date;
  readonly newId: () => string;
}

/** Whatever a backend keeps between preparation and start is its own affair. */
export type AnyBackend = ReturnType<typeof createPiSubprocessBackend>;
