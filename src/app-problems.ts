import type { App } from "./app.ts";
import type { Status } from "./app-status.ts";
import { commandName, type Door } from "./command-line-door.ts";
import { canonicalJson } from "./contract/canonical-json.ts";
import { type Diagnostic, error, warning, worstFirst } from "./contract/diagnostic.ts";
import { didYouMean } from "./contract/did-you-mean.ts";
import { counted } from "./text/format.ts";

/** Something that keeps a delegation from running or a file from counting, and what to type or where to write to change that. */
export interface Problem extends Diagnostic {
  /** A command, or an edit of a file. */
  readonly fix: string;
}

/** Every problem once: errors first, each with its fix. */
export function problemsOf(app: App, status: Omit<Status, "problems">, door: Door): readonly Problem[] {
  const found = [
    ...trustProblems(app, status),
    ...(status.host.kind === "none" ? status.host.diagnostics : []),
    ...status.folders,
    ...status.profiles.flatMap(({ diagnostics }) => diagnostics),
    ...missingProfiles(app, status),
    ...missingBackends(app, status),
    ...status.backends.flatMap(({ diagnostics }) => diagnostics),
    ...app.settings().diagnostics.filter(({ code }) => code !== "config.untrusted"),
    ...moduleProblems(app),
  ];
  const unique = [...new Map(found.map((each) => [canonicalJson({ ...each, path: null }), each])).values()];
  const telling = unique.filter((each) => each.level !== "info" || each.code === "tool.program-missing");
  return worstFirst(telling).map((each) => ({ ...each, fix: fixFor(each, door, app) }));
}

function trustProblems(app: App, { trust, trustedByPi }: Omit<Status, "problems">): Diagnostic[] {
  const count = counted(trust.files.length, "file");
  const changed = `${trust.difference.length} of ${count}`;
  if (trust.files.length === 0) return [...trust.diagnostics];
  if (trustedByPi === false) {
    return [
      ...trust.diagnostics,
      warning("trust.by-pi", `Pi does not trust this project, so its ${count} do not count.`),
    ];
  }
  if (trust.state === "trusted") return [...trust.diagnostics];
  const message =
    trust.state === "untrusted"
      ? `Nobody said that this project is to be trusted, so its ${count} do not count.`
      : `${changed} changed since this project was trusted, so none of them counts.`;
  return [...trust.diagnostics, warning("trust.missing", message, { file: app.directories.cwd })];
}

function missingProfiles(app: App, { host, profiles }: Omit<Status, "problems">): Diagnostic[] {
  if (host.kind === "none") return [];
  const known = profiles.map(({ id }) => id);
  return [...app.settings().settings.profiles]
    .filter(([id, entry]) => entry.enabled?.value === true && !known.includes(id))
    .map(([id, { file, line }]) =>
      warning(
        "config.no-such-profile",
        `"${id}" is enabled, but there is none; write one that is there, or remove it.${didYouMean(id, known)}`,
        {
          path: `profiles.${id}`,
          ...(file === undefined ? {} : { file }),
          ...(line === undefined ? {} : { line }),
        },
      ),
    );
}

function missingBackends(app: App, { backends, profiles }: Omit<Status, "problems">): Diagnostic[] {
  const known = backends.map(({ descriptor }) => descriptor.id);
  const { settings } = app.settings();
  const wanted = [settings.backend, ...profiles.flatMap(({ id }) => settings.profiles.get(id)?.backend ?? [])];
  return wanted
    .filter(({ value }) => value !== null && !known.includes(value))
    .map(({ value, file, line }) => {
      const name = value ?? "";
      const message = `There is no backend "${name}"; write one of ${known.join(", ")}.${didYouMean(name, known)}`;
      const place = { ...(file === undefined ? {} : { file }), ...(line === undefined ? {} : { line }) };
      return error("backend.missing", message, { path: "backend", ...place });
    });
}

function moduleProblems(app: App): Diagnostic[] {
  return app.modules.unasked().map(({ directory, files }) => {
    const message = `${files.length} code ${files.length === 1 ? "module waits" : "modules wait"} for a yes, so what they add to prompts is missing.`;
    return warning("modules.unasked", message, { file: directory });
  });
}

/** What to type at this door, or where to write. */
function fixFor({ code, file, line, path }: Diagnostic, door: Door, app: App): string {
  const typed = fixes[code]?.[door];
  if (typed !== undefined) return typed;
  if (code === "tool.program-missing") return installing(path ?? "", app.directories.agentDirectory);
  if (file === undefined) return door === "pi" ? "/reload" : `${commandName(door)} help`;
  const place = `${app.showPath(file)}${line === undefined ? "" : `:${line}`}`;
  return path === undefined ? `edit ${place}` : `edit ${place} (${path})`;
}

const question = `${commandName("pi")} plan reviewer look, then Ctrl+Y at its question`;

const fixes: Readonly<Record<string, Readonly<Record<Door, string>>>> = {
  "trust.missing": { pi: question, terminal: `${commandName("terminal")} status --trust-project` },
  "trust.by-pi": { pi: "/trust, then start Pi again", terminal: "trust it in Pi" },
  "modules.unasked": { pi: question, terminal: `${commandName("terminal")} status --trust-modules` },
  "agent.no-session-model": { pi: "/model", terminal: `${commandName("terminal")} status --model PROVIDER/ID` },
  "config.held-back": {
    pi: `/new, or ${commandName("pi")} run and agree to it`,
    terminal: "nothing to do: it counts here",
  },
  "model.no-key": { pi: "/login", terminal: "start pi and type /login" },
};

/** Pi looks into its own directory first, so that is where a program can be put without rights over the machine. */
function installing(path: string, agentDirectory: string): string {
  const [program, package_, page] =
    path === "tools.grep" ? ["rg", "ripgrep", "BurntSushi/ripgrep"] : ["fd", "fd", "sharkdp/fd"];
  if (process.platform === "darwin") return `brew install ${package_}`;
  if (process.platform === "win32") return `winget install ${page.replace("/", ".")}`;
  return `put ${program} from https://github.com/${page}/releases into ${agentDirectory}/bin`;
}
