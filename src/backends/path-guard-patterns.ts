import { join, sep } from "node:path";

/**
 * What may not be read, as text that a person can see and a file can hold:
 * `/abs/place` or `~/place` is that place and all below it; `name*` is any file or folder of that name below the root; `a/b` is that
 * sequence of names at any depth. `*` stays within a name, `**` does not. Case makes no difference, because on some disks it makes none.
 */
export interface PathPattern {
  readonly text: string;
  /** Where the matches in a path end. `names` is the part of the path that name patterns apply to. */
  readonly ends: (path: string, names: string) => readonly number[];
}

/** Never readable, and no setting opens them: they show the process itself, its variables and the machine's devices. */
export const systemPlaces: readonly string[] = ["/proc", "/sys", "/dev"];

/** Keys and credentials, by the names that the usual programs give them. */
const secretNames: readonly string[] = [
  ".env*",
  "*.env",
  "*.pem",
  "*.key",
  "*.p8",
  "*.p12",
  "*.pfx",
  "*.ppk",
  "*.jks",
  "*.keystore",
  "*.kdbx",
  "id_rsa*",
  "id_dsa*",
  "id_ecdsa*",
  "id_ed25519*",
  ".netrc",
  "_netrc",
  ".npmrc",
  ".yarnrc.yml",
  ".pypirc",
  ".pgpass",
  ".my.cnf",
  ".htpasswd",
  ".vault-token",
  ".s3cfg",
  ".boto",
  "*.tfvars",
  "*.tfstate*",
  "credentials.json",
  "service-account*.json",
  "secrets.json",
  "secrets.y*ml",
  ".*_history",
  ".git-credentials",
  ".git/config",
  ".git/config.worktree",
  ".git/modules/**/config",
  ".git/worktrees/*/config.worktree",
  ".git/credentials",
  ".ssh",
  ".gnupg",
  ".aws",
  ".azure",
  ".cargo/credentials*",
  ".gem/credentials",
  ".composer/auth.json",
  ".docker/config.json",
  ".dockercfg",
  ".kube/config",
  "*.kubeconfig",
];

interface DenialSources {
  readonly home: string;
  /** Pi's own directory: sessions, keys, our history. */
  readonly agentDir?: string | undefined;
  readonly historyDirectory?: string | undefined;
  /** Added by configuration. */
  readonly denied?: readonly string[] | undefined;
}

/** The complete list, in the order in which it is shown. */
export function deniedPatterns({ home, agentDir, historyDirectory, denied = [] }: DenialSources): readonly string[] {
  const places = [
    ".ssh",
    ".gnupg",
    ".aws",
    ".azure",
    ".kube",
    ".docker",
    ".config/gcloud",
    ".config/gh",
    ".password-store",
  ];
  const own = [agentDir, historyDirectory].filter((place) => place !== undefined);
  return [
    ...new Set([...systemPlaces, ...own, ...places.map((place) => join(home, place)), ...secretNames, ...denied]),
  ];
}

export function pathPattern(text: string, home: string): PathPattern {
  const expanded = text === "~" || text.startsWith("~/") ? home + text.slice(1) : text;
  const plain = expanded
    .split(sep)
    .join("/")
    .replace(/(?<=.)\/+$/, "");
  const absolute = plain.startsWith("/") || /^[A-Za-z]:\//.test(plain);
  const expression = new RegExp(`${absolute ? "^" : "(?<=^|/)"}${expressionOf(plain)}(?=$|/)`, "giu");
  const ends = (path: string) => Array.from(path.matchAll(expression), (match) => match.index + match[0].length);
  if (absolute) return { text, ends: (path) => ends(slashed(path)) };
  return { text, ends: (path, names) => ends(slashed(names)).map((end) => path.length - names.length + end) };
}

/** `text` with every letter in both cases, for matchers that know case. */
export function anyCaseGlob(text: string): string {
  return text.replace(/\p{L}/gu, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
}

function expressionOf(text: string): string {
  const wild = (part: string) =>
    part === "**" ? ".*" : part === "*" ? "[^/]*" : part.replace(/[\\^$.|?+()[\]{}]/g, "\\$&");
  return text
    .split(/(\*\*|\*)/)
    .map(wild)
    .join("");
}

function slashed(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}
