export interface ChildEnvironmentInput {
  readonly parent: NodeJS.ProcessEnv;
  /** Names of the variables that hold the chosen provider's key. */
  readonly keyVariables: readonly string[];
  readonly agentDir: string;
  readonly platform?: NodeJS.Platform;
}

export interface ChildEnvironment {
  readonly variables: Readonly<Record<string, string>>;
  /** Sorted; what the panel lists. */
  readonly names: readonly string[];
}

const system = ["PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR"];
const windows = [
  "SystemRoot",
  "SystemDrive",
  "windir",
  "ComSpec",
  "PATHEXT",
  "TEMP",
  "TMP",
  "USERPROFILE",
  "HOMEDRIVE",
  "HOMEPATH",
];
const windowsFolders = ["APPDATA", "LOCALAPPDATA", "ProgramData", "ProgramFiles", "USERNAME"];
/** Where a packaged Pi finds its own files. */
const pi = ["PI_PACKAGE_DIR"];
const proxies = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"].flatMap((name) => [name, name.toLowerCase()]);
const certificates = ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR"];

/** Variables that turn off checks, load code or change what is run; no setting and no provider can bring them in. */
const never = new Set([
  "NODE_TLS_REJECT_UNAUTHORIZED",
  "NODE_OPTIONS",
  "NODE_PATH",
  "RIPGREP_CONFIG_PATH",
  "LD_PRELOAD",
  "LD_LIBRARY_PATH",
  "DYLD_INSERT_LIBRARIES",
  "BASH_ENV",
  "ENV",
]);

/** What the child gets: exact names, no pattern, and nothing else of the parent's environment. */
export function childEnvironment({
  parent,
  keyVariables,
  agentDir,
  platform = process.platform,
}: ChildEnvironmentInput): ChildEnvironment {
  const basics = platform === "win32" ? [...system, ...windows, ...windowsFolders] : system;
  const wanted = [...basics, ...pi, ...proxies, ...certificates, ...keyVariables].filter(
    (name) => !never.has(name.toUpperCase()),
  );
  const found = wanted.flatMap((name) => {
    const value = taken(parent, name, platform);
    return value === undefined ? [] : [[name, value] as const];
  });
  const fixed = { PI_CODING_AGENT_DIR: agentDir, PI_OFFLINE: "1", PI_SKIP_VERSION_CHECK: "1" };
  const variables = { ...Object.fromEntries(found), ...fixed };
  return { variables, names: Object.keys(variables).sort() };
}

/** `default`, or the names of the variables that add certificates: part of the sealed destination. */
export function tlsState(environment: NodeJS.ProcessEnv): string {
  return certificates.filter((name) => Boolean(environment[name])).join(", ") || "default";
}

// Windows does not tell `Path` from `PATH`; a copy of its environment does.
function taken(parent: NodeJS.ProcessEnv, name: string, platform: NodeJS.Platform): string | undefined {
  if (platform !== "win32") return Object.hasOwn(parent, name) ? parent[name] : undefined;
  const key = Object.keys(parent).find((each) => each.toUpperCase() === name.toUpperCase());
  return key === undefined ? undefined : parent[key];
}
