import { loopback } from "./temp-project.ts";
import type { CommandOptions } from "./terminal-command.ts";

export const profiles = ".pi/forge/agent-profiles";
export const stacks = ".pi/forge/prompt-stacks";
export const settings = ".pi/forge/subagents.json";
export const globalSettings = "home/.pi/forge/subagents.json";
const reviewer = ["reviewer", "--model", `${loopback.provider}/${loopback.plain}`];

export const aProfile = (id: string, overrides: object = {}) =>
  JSON.stringify({
    schemaVersion: 1,
    type: "pi-forge.agent-profile",
    id,
    model: { provider: loopback.provider, id: loopback.plain },
    thinkingLevel: "off",
    promptStack: "good",
    ...overrides,
  });

const goodStack = JSON.stringify({
  schemaVersion: 2,
  type: "pi-forge.prompt-stack",
  id: "good",
  items: [
    { kind: "block", id: "role", role: "system", content: "Be good." },
    { kind: "slot", id: "history", slot: "chat-history" },
  ],
});

const enabled = (...ids: readonly string[]) =>
  JSON.stringify({ profiles: Object.fromEntries(ids.map((id) => [id, { enabled: true }])) });

/** A good profile with a good stack, and beside them whatever a row says. */
export function files(more: Readonly<Record<string, string>>) {
  return {
    [`${profiles}/good.json`]: aProfile("good"),
    [`${stacks}/good.json`]: goodStack,
    [settings]: enabled("project:good", "project:other"),
    ...more,
  };
}

export interface Row {
  readonly what: string;
  /** After `run`. Everything but the row's own fault is in order: approved, and trusted where files are given. */
  readonly args: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  readonly options?: CommandOptions;
  readonly code: string;
  /** What is wrong may be one of several things that together refuse. */
  readonly level?: "warning";
  /** File, field and value, as far as there is one; and a word of what to do. */
  readonly names: readonly string[];
  readonly path?: string;
  readonly file?: string;
  readonly exit?: number;
}

const task = ["--yes", "--", "Look."];
const trusted = ["--trust-project", ...task];

export const rows: readonly Row[] = [
  {
    what: "an unknown profile",
    args: ["nobody", ...task],
    code: "profile.not-found",
    path: "profile",
    names: ['"nobody"', "forge-agent profiles"],
  },
  {
    what: "a profile of another scope",
    args: ["project:reviewer", ...task],
    code: "profile.not-found",
    path: "profile",
    names: ['"project:reviewer"', '"global:reviewer"'],
  },
  {
    what: "a name that is no profile's",
    args: ["a/b", ...task],
    code: "selector.invalid-id",
    names: ['"a/b"', "letters, digits"],
  },
  {
    what: "a profile that is not enabled",
    args: ["other", ...trusted],
    files: files({ [`${profiles}/other.json`]: aProfile("other"), [settings]: enabled("project:good") }),
    code: "host.profile-disabled",
    path: "profiles",
    file: settings,
    names: ['"project:other"', '"enabled": true'],
  },
  {
    what: "a profile that is disabled",
    args: ["other", ...trusted],
    files: files({
      [`${profiles}/other.json`]: aProfile("other"),
      [settings]: '{"profiles":{"project:other":{"enabled":"true"}}}',
    }),
    code: "config.type",
    level: "warning",
    path: "profiles.project:other.enabled",
    file: settings,
    names: ['"true"', "true"],
  },
  {
    what: "a profile with wrong values",
    args: ["other", ...trusted],
    files: files({ [`${profiles}/other.json`]: aProfile("other", { thinkingLevel: "deep" }) }),
    code: "profile.invalid-field",
    path: "thinkingLevel",
    file: `${profiles}/other.json`,
    names: ['"deep"', "one of off, minimal"],
  },
  {
    what: "a profile with an unknown field",
    args: ["other", ...trusted],
    files: files({ [`${profiles}/other.json`]: aProfile("other", { thinking: "off" }) }),
    code: "profile.unknown-field",
    path: "thinking",
    file: `${profiles}/other.json`,
    names: ['"thinking"', "remove it"],
  },
  {
    what: "two profiles of one id",
    args: ["other", ...trusted],
    files: files({ [`${profiles}/one.json`]: aProfile("other"), [`${profiles}/two.json`]: aProfile("other") }),
    code: "profile.ambiguous",
    names: ["one.json", "two.json", "own id"],
  },
  {
    what: "a missing stack",
    args: ["other", ...trusted],
    files: files({ [`${profiles}/other.json`]: aProfile("other", { promptStack: "absent" }) }),
    code: "profile.stack-missing",
    path: "profile.promptStack",
    file: `${profiles}/other.json`,
    names: ['"project:absent"', "write one or correct"],
  },
  {
    what: "malformed JSON in a profile",
    args: ["other", ...trusted],
    files: files({ [`${profiles}/other.json`]: '{\n  "id": oops }' }),
    code: "json.syntax",
    file: `${profiles}/other.json`,
    names: ["not valid JSON", "correct it", ":2:"],
  },
  {
    what: "malformed JSON in a stack",
    args: ["other", ...trusted],
    files: files({
      [`${profiles}/other.json`]: aProfile("other", { promptStack: "bad" }),
      [`${stacks}/bad.json`]: '{\n "id": "bad",\n}',
    }),
    code: "profile.stack-validation",
    path: "promptStack",
    file: `${stacks}/bad.json`,
    names: ["not valid JSON", "no comma may stand"],
  },
  {
    what: "malformed JSON in the project's subagents.json",
    args: ["good", ...trusted],
    files: files({ [settings]: '{"profiles": {"project:good": {"enabled": true},}}' }),
    code: "config.syntax",
    file: settings,
    names: ["not valid JSON", "no comma may stand"],
  },
  {
    what: "malformed JSON in the global subagents.json",
    args: ["global:other", ...trusted],
    files: files({
      "home/.pi/forge/agent-profiles/other.json": aProfile("other", { promptStack: null }),
      [globalSettings]: '{"profiles": {"global:other": {"enabled": true}}',
    }),
    code: "config.syntax",
    file: globalSettings,
    names: ["not valid JSON", "a closing } is missing"],
  },
  {
    what: "an unknown model",
    args: ["reviewer", "--model", `${loopback.provider}/none`, ...task],
    code: "model.unknown",
    path: "model",
    names: [`"${loopback.provider}/none"`, "--list-models"],
  },
  {
    what: "an unknown provider",
    args: ["reviewer", "--model", "nowhere/none", ...task],
    code: "model.unknown",
    path: "model",
    names: ['"nowhere/none"', "--list-models"],
  },
  {
    what: "a profile with an unknown model",
    args: ["other", ...trusted],
    files: files({
      [`${profiles}/other.json`]: aProfile("other", { model: { provider: loopback.provider, id: "none" } }),
    }),
    code: "model.unknown",
    path: "model",
    names: [`"${loopback.provider}/none"`, "--list-models"],
  },
  {
    what: "a model without a key",
    args: ["reviewer", "--model", "anthropic/claude-sonnet-4-5", ...task],
    code: "model.no-key",
    path: "model",
    names: ['"anthropic"', "/login", "ANTHROPIC_API_KEY"],
  },
  {
    what: "an empty task",
    args: [...reviewer, "--yes"],
    code: "request.empty-task",
    path: "task",
    names: ["empty", "say after the profile"],
  },
  {
    what: "a task of blanks",
    args: [...reviewer, "--yes", "--", " \n\t"],
    code: "request.empty-task",
    path: "task",
    names: ["empty"],
  },
  {
    what: "an empty standard input as the task",
    args: [...reviewer, "--yes", "--", "-"],
    code: "request.empty-task",
    path: "task",
    names: ["empty"],
  },
  {
    what: "half of a character as the task",
    args: [...reviewer, "--yes", "--", "-"],
    options: { input: Buffer.from("half \u00e9", "latin1") },
    code: "command.task",
    names: ["UTF-8"],
  },
  {
    what: "a missing Pi",
    args: [...reviewer, "--pi", "nowhere", ...task],
    code: "pi.missing",
    path: "pi",
    names: ["--pi nowhere", "Install it"],
  },
  {
    what: "nobody to ask",
    args: [...reviewer, "--", "Look."],
    code: "approval.no-ui",
    names: ["--yes"],
    exit: 3,
  },
  {
    what: "a project that is not trusted",
    args: ["good", ...task],
    files: files({}),
    code: "host.trust",
    names: ["is not trusted", "--trust-project"],
  },
  {
    what: "an unknown option",
    args: [...reviewer, "--bogus", ...task],
    code: "command.unknown-option",
    path: "--bogus",
    names: ["--bogus", "Known: "],
  },
  {
    what: "an option after the task",
    args: [...reviewer, "Look.", "--yes"],
    code: "command.option-in-task",
    path: "--yes",
    names: ["--yes", "before the task"],
  },
  {
    what: "a malformed --model",
    args: ["reviewer", "--model", "plain", ...task],
    code: "command.model",
    path: "--model",
    names: ['"plain"', "PROVIDER/ID"],
  },
  {
    what: "a malformed --timeout-ms",
    args: [...reviewer, "--timeout-ms", "1e4", ...task],
    code: "command.timeout",
    path: "--timeout-ms",
    names: ['"1e4"', "1000 to 3600000"],
  },
  {
    what: "an unknown backend",
    args: [...reviewer, "--backend", "docker", ...task],
    code: "backend.missing",
    names: ['"docker"', "pi-subprocess-readonly"],
  },
  {
    what: "a directory that is not there",
    args: [...reviewer, "--cwd", "nowhere", ...task],
    code: "command.cwd",
    path: "--cwd",
    names: ['"nowhere"', "name the project's directory"],
  },
  {
    what: "the whole disk as the project",
    args: [...reviewer, "--cwd", "/", ...task],
    code: "root.too-wide",
    path: "root",
    names: ["/", "a project's own directory"],
  },
  {
    what: "no profile",
    args: ["--yes"],
    code: "command.profile-missing",
    path: "profile",
    names: ["run <profile>"],
  },
];
