/** What `JSON.stringify` writes as it is although a terminal acts on it or does not show it: C1 controls, direction marks, tags. */
const unseen = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** JSON of the same value, safe to look at in a terminal. */
export function jsonText(value: object): string {
  return JSON.stringify(value, null, 2).replace(unseen, (character) =>
    Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
      .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
      .join(""),
  );
}
