import { join, resolve } from "node:path";

export interface ForgeDirectories {
  readonly cwd: string;
  readonly project: ScopeDirectories & {
    /** Read after `stacks`; a file of the same name there hides one here. */
    readonly legacyStacks: string;
    readonly delegation: string;
  };
  readonly global: ScopeDirectories & {
    /** Later ones win; the last is where existing installs write. One file unless `PI_FORGE_GLOBAL_DIR` is set. */
    readonly delegation: readonly string[];
  };
  /** Pi's own directory: `PI_CODING_AGENT_DIR` or `~/.pi/agent`. */
  readonly agentDirectory: string;
  /** What we keep about trust, outside every project. */
  readonly trustFile: string;
  /** Agreement to content that no file of ours names. */
  readonly contentGrantsFile: string;
  /** What a person approved last, to compare with. */
  readonly approvedSetups: string;
  readonly history: string;
}

interface ScopeDirectories {
  readonly forge: string;
  readonly profiles: string;
  readonly stacks: string;
  /** Trusted code modules. */
  readonly extensions: string;
  /** Main configuration, with the legacy `subagents` section. */
  readonly config: string;
  /** Markdown agents; the first folder wins on one id. */
  readonly agents: readonly string[];
}

interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** Every place that is looked at, whether it exists or not. */
export function forgeDirectories({ cwd, env, home }: Surroundings): ForgeDirectories {
  const named = (variable: string) => {
    const value = env[variable];
    return value ? resolve(cwd, expandHome(value, home)) : undefined;
  };
  const projectForge = join(cwd, ".pi", "forge");
  const globalForge = named("PI_FORGE_GLOBAL_DIR") ?? join(home, ".pi", "forge");
  const delegationHome = named("PI_FORGE_GLOBAL_FORGE_DIR") ?? named("PI_FORGE_GLOBAL_DIR") ?? home;
  const agentDirectory = named("PI_CODING_AGENT_DIR") ?? join(home, ".pi", "agent");
  const ours = join(agentDirectory, "forge-agent");
  return {
    cwd,
    project: {
      ...inForge(projectForge),
      legacyStacks: join(cwd, ".pi", "prompt-stacks"),
      delegation: join(projectForge, "subagents.json"),
      agents: [join(cwd, ".pi", "agents"), join(cwd, ".claude", "agents")],
    },
    global: {
      ...inForge(globalForge),
      config: named("PI_FORGE_GLOBAL_CONFIG_PATH") ?? join(globalForge, "config.json"),
      // Existing installs look for this one file beside the others only when no variable is set; both places count.
      delegation: [
        ...new Set([join(globalForge, "subagents.json"), join(delegationHome, ".pi", "forge", "subagents.json")]),
      ],
      agents: [join(agentDirectory, "agents"), join(home, ".claude", "agents")],
    },
    agentDirectory,
    trustFile: join(ours, "trust.json"),
    contentGrantsFile: join(ours, "content-grants.json"),
    approvedSetups: join(ours, "approved"),
    history: join(ours, "history"),
  };
}

function inForge(forge: string) {
  return {
    forge,
    profiles: join(forge, "agent-profiles"),
    stacks: join(forge, "prompt-stacks"),
    extensions: join(forge, "extensions"),
    config: join(forge, "config.json"),
  };
}

/** As Pi expands it. */
function expandHome(path: string, home: string): string {
  return path === "~" || path.startsWith("~/") ? home + path.slice(1) : path;
}
