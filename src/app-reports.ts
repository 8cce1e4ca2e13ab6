import type { App } from "./app.ts";
import { type Fact, factRows } from "./app-fact-rows.ts";
import { promptText } from "./app-prompt-text.ts";
import { backendStates, profileStates, statusOf } from "./app-status.ts";
import { backendsText, profilesText, settingsText, statusText } from "./app-status-report.ts";
import { limitsInWords } from "./approval/panel-words.ts";
import { commandName, type Door } from "./command-line-door.ts";
import { options } from "./command-line-known.ts";
import { type Verb, verbs } from "./command-line-verbs.ts";
import { diagnosticLine } from "./contract/diagnostic-line.ts";
import type { PlannedDelegation } from "./delegation-plan.ts";

export type ReportVerb = Exclude<Verb, "run" | "plan" | "history" | "grants" | "init">;

export interface ReportPlace {
  readonly door: Door;
  /** Columns that a row may have. */
  readonly width: number;
  readonly signal: AbortSignal;
}

/** What a person asks about this session, as text. */
export async function report(app: App, verb: ReportVerb, { door, width, signal }: ReportPlace): Promise<string> {
  switch (verb) {
    case "help":
      return help(door);
    case "profiles":
      return profilesText(app, await profileStates(app), width);
    case "config":
      return settingsText(app, width, "all");
    case "backends":
      return backendsText(app, await backendStates(app, signal), width);
    case "status":
      return statusText(app, await statusOf(app, door, signal), width);
  }
}

/** The sealed plan as text: rights first, then every byte of the prompt. */
export function planText({ plan, prepared, terms, diagnostics }: PlannedDelegation): string {
  const { facts } = plan.preflight;
  const { destination } = facts ?? {};
  const tools = prepared.plan.effectiveTools.map((tool) => tool.name).join(" ") || "none";
  const rows: readonly Fact[] = [
    ["profile", `${plan.profile.profileId}  (${terms.from})`],
    ["model", `${plan.model.provider}/${plan.model.id}  thinking ${plan.thinkingLevel}`],
    ...(destination ? [["sends to", `${destination.host}  proxy ${destination.proxy ?? "none"}`] as const] : []),
    ["backend", `${plan.backendId}  ${plan.access.executionBoundary ?? "isolated"}`],
    ["tools", tools],
    ...(facts
      ? ([
          ["reads under", facts.root],
          ["environment", facts.environment.join(" ")],
        ] as const)
      : []),
    ["limits", limitsInWords(plan.limits, terms.idleTimeoutMs)],
    ["conversation", plan.conversationFingerprint],
    ["seal", plan.executionFingerprint],
  ];
  return [factRows(rows, 12), ...diagnostics.map(diagnosticLine), "", promptText(plan)].join("\n");
}

export function help(door: Door): string {
  const command = commandName(door);
  const shown = options.filter((option) => option.where === "everywhere" || option.where === door);
  const width = Math.max(...verbs.map((verb) => verb.usage.length));
  const named = shown.map((option) => ({
    ...option,
    text: `${option.name}${option.value === undefined ? "" : ` ${option.value}`}`,
  }));
  const optionWidth = Math.max(...named.map((option) => option.text.length));
  return [
    ...verbs.map((verb) => `${command} ${verb.usage.padEnd(width)}  ${verb.summary}`),
    "",
    ...named.map((option) => `  ${option.text.padEnd(optionWidth)}  ${option.summary}`),
    "",
    "Options come before the profile or before the task; -- ends them. Every byte after that is the task.",
    ...(door === "terminal"
      ? ['A task of "-" is read from standard input. --version or -v is the version of this command.']
      : []),
  ].join("\n");
}
