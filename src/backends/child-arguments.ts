import type { ModelReference, ThinkingLevel } from "../contract/model.ts";
import type { PiInstallation } from "./pi-installation.ts";

export interface ChildCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** Only flags that Pi 0.73 and Pi 1.x share: either ends at once on a flag it does not know. */
export function childCommand(input: {
  readonly installation: PiInstallation;
  readonly mode: "text" | "rpc";
  readonly bridgePath: string;
  readonly placeholder: string;
  readonly tools: readonly string[];
  readonly model?: ModelReference;
  readonly thinkingLevel?: ThinkingLevel;
}): ChildCommand {
  const { installation, model, tools } = input;
  return {
    command: installation.execPath,
    args: [
      ...(installation.scriptPath === undefined ? [] : [installation.scriptPath]),
      ...["--mode", input.mode, ...(input.mode === "text" ? ["-p"] : [])],
      ...["--no-session", "--no-extensions", "-e", input.bridgePath],
      ...["--no-skills", "--no-prompt-templates", "--no-themes", "--no-context-files"],
      ...(tools.length === 0 ? ["--no-tools"] : ["--tools", tools.join(",")]),
      ...(model === undefined ? [] : ["--provider", model.provider, "--model", model.id]),
      ...(input.thinkingLevel === undefined ? [] : ["--thinking", input.thinkingLevel]),
      ...(input.mode === "text" ? [input.placeholder] : []),
    ],
  };
}
