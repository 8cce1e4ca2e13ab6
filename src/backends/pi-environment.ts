import { bridgeVariables } from "./bridge-location.ts";
import { childEnvironment } from "./environment.ts";

/** Every variable of a Pi child, by name and value. */
export function piEnvironment(input: {
  readonly environment: NodeJS.ProcessEnv;
  readonly agentDir: string;
  readonly keyVariables: readonly string[];
}): Readonly<Record<string, string>> {
  const { environment: parent, agentDir, keyVariables } = input;
  return { ...childEnvironment({ parent, agentDir, keyVariables }).variables, ...bridgeVariables };
}
