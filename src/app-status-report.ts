import type { App } from "./app.ts";
import { enablingRows } from "./app-enabling-report.ts";
import { limitsSupported } from "./app-limit-words.ts";
import type { Problem } from "./app-problems.ts";
import type { BackendState, ProfileState, ProfileStates, Status } from "./app-status.ts";
import type { Setting } from "./config/setting.ts";
import { type Diagnostic, hasErrors } from "./contract/diagnostic.ts";
import { diagnosticLine } from "./contract/diagnostic-line.ts";
import { capLine } from "./text/cap.ts";
import { escapeText } from "./text/escape.ts";
import { counted, formatDuration } from "./text/format.ts";
import { wrapWords } from "./text/wrap.ts";

/** What is wrong comes first, once, then what runs here, then what is configured; no row is wider than asked where a blank lets it. */
export function statusText(app: App, status: Status, width: number): string {
  return [
    factsText(app, status, width),
    problemsText(status.problems, width),
    profilesText(
      app,
      { ...status, profiles: status.profiles.map((each) => ({ ...each, diagnostics: [] })), folders: [] },
      width,
    ),
    backendsText(
      app,
      status.backends.map((each) => ({ ...each, diagnostics: [] })),
      width,
    ),
    settingsText(app, width, "written"),
  ].join("\n\n");
}

function factsText(app: App, { trust, trustedByPi, host, backends, problems }: Status, width: number): string {
  const pi = app.installation();
  const tools = backends.find(({ descriptor }) => descriptor.id === app.settings().settings.backend.value)?.tools ?? [];
  const rows: readonly (readonly [string, string])[] = [
    ["project", app.showPath(trust.root)],
    ["trust", trustText({ trust, ...(trustedByPi === undefined ? {} : { trustedByPi }) })],
    ["host", hostText(host)],
    ["Pi", pi === undefined ? "none was found" : `${pi.version} (${pi.foundBy})`],
    ["reads with", tools.map(({ name }) => name).join(" ") || "no tool"],
    ["problems", problems.length === 0 ? "none" : `${problems.length}, each with its fix below`],
  ];
  return rows.flatMap(([name, value]) => wrapWords(escapeText(value), width, name.padEnd(12))).join("\n");
}

function trustText({ trust, trustedByPi }: Pick<Status, "trust" | "trustedByPi">): string {
  const count = counted(trust.files.length, "file");
  if (trust.files.length === 0) return "nothing to trust: no profile, stack or setting of this project";
  if (trustedByPi === false) return `Pi does not trust this project; ${count} not used`;
  switch (trust.state) {
    case "trusted":
      return `trusted since ${(trust.since ?? "").slice(0, 16).replace("T", " ")}, ${count}`;
    case "untrusted":
      return `not trusted; ${count} not used`;
    case "changed":
      return `changed since it was trusted (${trust.difference.map(({ path }) => path).join(", ")}); ${count} not used`;
  }
}

function hostText(host: Status["host"]): string {
  switch (host.kind) {
    case "ours":
      return "this extension";
    case "foreign":
      return `${host.id}, of another extension: it lists the profiles and compiles the prompts`;
    case "none":
      return "none, so nothing can be compiled: see the problems";
  }
}

function problemsText(problems: readonly Problem[], width: number): string {
  if (problems.length === 0) return "no problems";
  const rows = problems.flatMap((problem, index) => {
    const { fix, ...diagnostic } = problem;
    const number = `${index + 1}. `.padStart(5);
    const indent = " ".repeat(5);
    return [
      `${number}${escapeText(diagnostic.level)} ${escapeText(diagnostic.code)}`,
      ...wrapWords(escapeText(diagnostic.message), width, indent),
      ...wrapWords(escapeText(fix), width, `${indent}fix: `),
    ];
  });
  return ["problems", ...rows].join("\n");
}

/** Why a profile cannot be delegated to, and once for all of them how that is changed. */
export function profilesText(app: App, { host, profiles, folders }: ProfileStates, width: number): string {
  if (host.kind === "none")
    return ["profiles: there is no host", ...diagnosticRows(host.diagnostics, width)].join("\n");
  const idWidth = Math.max(0, ...profiles.map(({ id }) => id.length));
  const title = host.kind === "foreign" ? [`profiles of ${escapeText(host.id)}`] : ["profiles"];
  return [
    ...title,
    ...profiles.flatMap((profile) => profileRows(profile, Math.min(idWidth, 32), width)),
    ...enablingRows(app, profiles, width),
    ...diagnosticRows(folders, width),
  ].join("\n");
}

function profileRows({ id, entry, state, diagnostics }: ProfileState, idWidth: number, width: number): string[] {
  const { model, thinkingLevel, description } = entry.profile;
  const usesModel = model.id === "" ? "" : `${model.provider}/${model.id}, thinking ${thinkingLevel}; `;
  return [
    `  ${escapeText(id).padEnd(idWidth)}  ${state}`,
    ...wrapWords(escapeText(`${usesModel}${entry.from}`), width, "    "),
    ...(description === undefined ? [] : wrapWords(escapeText(capLine(description, 200)), width, "    ")),
    ...diagnosticRows(diagnostics, width),
  ];
}

/** What can run here, and why not. */
export function backendsText(app: App, backends: readonly BackendState[], width: number): string {
  const pi = app.installation();
  const chosen = app.settings().settings.backend.value;
  const rows = backends.flatMap(({ descriptor, tools, diagnostics }) => {
    const { id, version, capabilities } = descriptor;
    const facts: readonly (readonly [string, string])[] = [
      ["runs", `${pi === undefined ? "no Pi" : `Pi ${pi.version} (${pi.foundBy})`} as you, without an OS sandbox`],
      ["tools", tools.map(({ name }) => name).join(" ") || "none"],
      ["limits", limitsSupported(capabilities.limits)],
    ];
    return [
      `  ${id} ${version}${id === chosen ? "  default" : ""}${hasErrors(diagnostics) ? "  cannot run" : ""}`,
      ...facts.flatMap(([name, value]) => wrapWords(escapeText(value), width, `    ${name.padEnd(7)}`)),
      ...diagnosticRows(diagnostics, width),
    ];
  });
  return ["backends", ...rows].join("\n");
}

/** Every setting with its source, or only those that a file says something about. */
export function settingsText(app: App, width: number, which: "all" | "written"): string {
  const { settings, diagnostics } = app.settings();
  const { profiles, modelAliases, ...plain } = settings;
  const rows = [
    ...Object.entries(plain),
    ...[...profiles].flatMap(([id, { key: _, source, file, line: __, ...own }]) =>
      Object.entries({ enabled: { value: false, source, ...(file === undefined ? {} : { file }) }, ...own }).map(
        ([name, setting]) => [`profiles.${id}.${name}`, setting] as const,
      ),
    ),
    ...[...modelAliases].map(([alias, setting]) => [`modelAliases.${alias}`, setting] as const),
  ].filter(([, { source }]) => which === "all" || source !== "built-in");
  const shown = rows.flatMap(([name, setting]) => settingRows(app, name, setting, width));
  if (which === "all") return ["config", ...shown, ...diagnosticRows(diagnostics, width)].join("\n");
  return ["config that a file sets; the rest is built in", ...(rows.length === 0 ? ["  none"] : shown)].join("\n");
}

function settingRows(app: App, name: string, { value, source, file, line }: Setting<unknown>, width: number): string[] {
  const place = file === undefined ? source : `${source} ${app.showPath(file)}${line === undefined ? "" : `:${line}`}`;
  const said = settingInWords(name, value);
  const start = `  ${escapeText(name).padEnd(36)} `;
  const row = `${start}${escapeText(said)}  ${escapeText(place)}`;
  return row.length <= width ? [row] : [`${start}${escapeText(said)}`, `      ${escapeText(place)}`];
}

function settingInWords(name: string, value: unknown): string {
  const written = JSON.stringify(value);
  return name.endsWith("Ms") && typeof value === "number" ? `${written} (${formatDuration(value)})` : written;
}

function diagnosticRows(diagnostics: readonly Diagnostic[], width: number): string[] {
  return diagnostics.flatMap((each) => wrapWords(diagnosticLine(each), width, "    "));
}
