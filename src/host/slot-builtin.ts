import type { JsonObject } from "../contract/json.ts";
import { localClock } from "./compile-environment.ts";
import type { CompileRuntime, PromptSkill } from "./compile-input.ts";
import { contextFilesSlot, guidelinesSlot, skillsSlot, toolsSlot } from "./slot-lists.ts";

export interface SlotInput {
  readonly runtime: CompileRuntime;
  /** After the stack's policies. */
  readonly selectedTools: readonly string[];
  readonly skills: readonly PromptSkill[];
  readonly options: JsonObject;
}

type SlotRenderer = (input: SlotInput) => string;

const renderers: ReadonlyMap<string, SlotRenderer> = new Map<string, SlotRenderer>([
  ["tools", toolsSlot],
  ["tool-guidelines", guidelinesSlot],
  ["skills", skillsSlot],
  ["project-context", contextFilesSlot],
  ["append-system-prompt", ({ runtime }) => runtime.options.appendSystemPrompt ?? ""],
  ["date", dateText],
  ["cwd", cwdText],
  ["date-cwd", (input) => `${dateText(input)}\n${cwdText(input)}`],
  ["active-model", ({ runtime: { model } }) => `Current model: ${model ? `${model.provider}/${model.id}` : "(none)"}`],
  ["pi-docs", () => piDocs],
]);

export const chatHistorySlot = "chat-history";

export function builtInSlot(name: string): SlotRenderer | undefined {
  return renderers.get(name);
}

// The place of an installation is not known here, and naming it would make a prompt differ from machine to machine.
const piDocs =
  "Questions about Pi itself: its README.md and its docs folder, in Pi's installed package, answer them; read those before guessing.";

function dateText({ runtime, options }: SlotInput): string {
  const { date, time } = localClock(runtime.now);
  return `Current date: ${date}${options.includeTime === true ? `\nCurrent time: ${time}` : ""}`;
}

function cwdText({ runtime }: SlotInput): string {
  return `Current working directory: ${runtime.options.cwd.replaceAll("\\", "/")}`;
}
