/**
 * Every module that a source text names in an import, an export or a require. Comments and strings are not told apart from code:
 * what only looks like an import counts as one, so nothing that is one is missed. Throws for an import whose target is computed.
 */
export function importedFrom(source: string): string[] {
  const text = source.replace(typeImport, "");
  const specifiers: string[] = [];
  for (const match of text.matchAll(/\b(import|from|require)\b/g)) {
    const [word] = match;
    const rest = afterBlanks(text.slice(match.index + word.length, match.index + word.length + 4_000));
    const called = rest.startsWith("(");
    if (word === "from" && called) continue;
    const literal = /^(["'`])((?:(?!\1)[^\\\n$])*)\1/.exec(called ? afterBlanks(rest.slice(1)) : rest);
    if (literal?.[2] !== undefined && (called || word !== "require")) specifiers.push(literal[2]);
    // A letter after it: a sentence that requires something.
    else if ((word === "require" && !/^[a-z]/i.test(rest)) || (word === "import" && called)) {
      throw new Error(`it uses ${word} with a target that is not written out`);
    }
  }
  return [...new Set(specifiers)];
}

/** Erased before anything runs. */
const typeImport = /\b(?:import|export)\s+type\s+(?!from\s*["'])[^;"'()]*?\bfrom\s*(["'])[^"'\n]*\1/g;

function afterBlanks(text: string): string {
  return text.replace(/^(?:\s|\/\*[\s\S]*?\*\/|\/\/[^\n]*\n)+/, "");
}
