/** Stands in until environment.ts lands. */
export function childEnvironment(input: {
  readonly environment: NodeJS.ProcessEnv;
  readonly agentDir: string;
  readonly keyVariables: readonly string[];
}): Record<string, string> {
  const names = ["PATH", "HOME", "TMPDIR", "LANG", "USER", ...input.keyVariables];
  const values: Record<string, string> = { PI_OFFLINE: "1", PI_CODING_AGENT_DIR: input.agentDir };
  for (const name of names) {
    const value = input.environment[name];
    if (value !== undefined) values[name] = value;
  }
  return values;
}
