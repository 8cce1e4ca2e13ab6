import type { Asker } from "./approver.ts";

/** A model reads these as they are. Nobody has to tell them to oneself: a person's own run is rejected with words for the record, or none. */
const readyForModel: readonly string[] = ["wrong scope", "too expensive", "do it yourself", "ask me first"];

export function readyReasons(asker: Asker): readonly string[] {
  return asker === "model" ? readyForModel : [];
}

export function needsReason(asker: Asker): boolean {
  return asker === "model";
}

const longestReason = 2000;

/** A reason goes to a model: it is bounded, and never cut inside a character. */
export function shortened(reason: string): string {
  const characters = Array.from(reason.trim());
  return characters.length > longestReason ? `${characters.slice(0, longestReason).join("")} …` : characters.join("");
}
