import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What of a model's entry decides how its requests look; none of it holds a key. */
const modelFields = [
  "reasoning",
  "input",
  "inputLimits",
  "maxTokens",
  "thinkingLevelMap",
  "samplingParams",
  "samplingParamsByThinkingLevel",
  "promptCache",
  "compat",
];

/** Pi's own settings that change a request: its body, its headers, or the way it travels. */
const settingNames = [
  "thinkingBudgets",
  "transport",
  "websockets",
  "images",
  "retry",
  "httpIdleTimeoutMs",
  "websocketConnectTimeoutMs",
  "enableInstallTelemetry",
];

/** All that shapes a request besides the sealed texts, as one comparable text. The parent seals it, the child reports its own. */
export function requestSettings(model: object, agentDir: string): string {
  const settings = picked(settingsFile(join(agentDir, "settings.json")), settingNames);
  return JSON.stringify({ model: picked(model, modelFields), settings }, sortedKeys);
}

/** What was picked of a file that Pi cannot read either: Pi then goes on with its defaults. */
function settingsFile(path: string): object {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

function picked(from: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, Reflect.get(from, name)]));
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
