/** Keys that mean something here. */
const usedKeys = [
  "name",
  "description",
  "tools",
  "disallowedTools",
  "model",
  "thinking",
  "effort",
  "maxTurns",
  "inheritProjectContext",
];

/**
 * Keys that mean something here or to another host. They begin a new entry wherever they stand at the beginning of a line, even
 * inside a description's free text.
 */
const knownKeys = [
  ...usedKeys,
  "max_tool_calls",
  "systemPromptMode",
  "inheritSkills",
  "defaultContext",
  "defaultReads",
  "defaultProgress",
  "skills",
  "skill",
  "color",
  "permissionMode",
  "isolated",
  "isolation",
  "acceptanceRole",
  "mcpServers",
  "hooks",
  "memory",
  "background",
  "initialPrompt",
];

const spellings = new Map([
  ...knownKeys.map((key) => [letters(key), key] as const),
  ["allowedtools", "tools"],
  ["thinkinglevel", "thinking"],
]);

/** `Tools`, `max-turns` and `allowed_tools` narrow what an agent may do as much as their usual spelling does. */
export function canonicalKey(written: string): string {
  return spellings.get(letters(written)) ?? written;
}

export function isKnownKey(written: string): boolean {
  return spellings.has(letters(written));
}

function letters(key: string): string {
  return key.toLowerCase().replace(/[-_]/g, "");
}

export function isUsedKey(key: string): boolean {
  return usedKeys.includes(key);
}
