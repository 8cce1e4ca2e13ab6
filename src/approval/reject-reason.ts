/** The asker reads these as they are. */
export const readyReasons: readonly string[] = ["wrong scope", "too expensive", "do it yourself", "ask me first"];

const longestReason = 2000;

/** A reason goes to a model: it is bounded, and never cut inside a character. */
export function shortened(reason: string): string {
  const characters = Array.from(reason.trim());
  return characters.length > longestReason ? `${characters.slice(0, longestReason).join("")} …` : characters.join("");
}
