import { commandName, type Door } from "./command-line-door.ts";
import { type DelegationSettings, withProductTimeout } from "./config/delegation-settings.ts";
import { loadDelegationSettings } from "./config/load-delegation-settings.ts";
import { createSessionAuthority, type SessionAuthority } from "./config/session-authority.ts";
import type { Widening } from "./config/widening.ts";
import { type Diagnostic, warning } from "./contract/diagnostic.ts";
import type { ForgeDirectories } from "./files/forge-directories.ts";

export interface SessionSettings {
  readonly settings: DelegationSettings;
  readonly diagnostics: readonly Diagnostic[];
}

/** The settings of one session: what the files say now, held to what they said when it began and to what a person allowed since. */
export interface Authority {
  settings(): SessionSettings;
  /** What the files allow beyond that and nobody was asked about yet. */
  unasked(): readonly Widening[];
  /** A person answered. What was refused is not asked again in this session, unless it is written differently. */
  answer(shown: readonly Widening[], allowed: boolean): void;
  /** A person agreed to what these files say, in whatever way. */
  agreedTo(choose: (widening: Widening) => boolean): void;
}

export function createAuthority(options: {
  readonly directories: ForgeDirectories;
  readonly trusted: () => boolean;
  readonly door: Door;
}): Authority {
  const refused = new Set<string>();
  let authority: SessionAuthority | undefined;

  function read() {
    const loaded = loadDelegationSettings({ directories: options.directories, trusted: options.trusted() });
    const written = withProductTimeout(loaded.settings);
    authority ??= createSessionAuthority(written);
    return { ...authority.reconcile(written), diagnostics: loaded.diagnostics, authority };
  }

  return {
    settings() {
      const { effective, widenings, diagnostics } = read();
      return {
        settings: effective,
        diagnostics: [...diagnostics, ...widenings.map((each) => heldBack(each, options.door))],
      };
    },
    unasked: () => read().widenings.filter((each) => !refused.has(nameOf(each))),
    answer(shown, allowed) {
      if (allowed) read().authority.accept(shown);
      else for (const each of shown) refused.add(nameOf(each));
    },
    agreedTo(choose) {
      const current = read();
      current.authority.accept(current.widenings.filter(choose));
    },
  };
}

function nameOf({ path, to }: Widening): string {
  return JSON.stringify([path, to]);
}

function heldBack({ path, file, line }: Widening, door: Door): Diagnostic {
  const message = `"${path}" allows more than when this session began; it counts from the next session on, or once you agree to it at ${commandName(door)} run.`;
  return warning("config.held-back", message, {
    path,
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
  });
}
