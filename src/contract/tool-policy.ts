/** Which tool names a stack lets through. `allow` wins over `deny`; an empty `allow` lets nothing through. */
export interface ToolPolicy {
  readonly allow?: readonly string[] | undefined;
  readonly deny?: readonly string[] | undefined;
}

export interface PolicySelection {
  /** In the order of the names. */
  readonly effective: string[];
  /** False when the policy says nothing: absent, an empty `deny`, or an `allow` of nothing but `*`. */
  readonly hasPolicy: boolean;
  /** Patterns of `allow`, other than `*`, that no name matches. */
  readonly unmatchedAllowPatterns: string[];
}

export function filterToolsByPolicy(names: readonly string[], policy: ToolPolicy | null | undefined): PolicySelection {
  const { allow, deny } = { allow: patterns(policy?.allow), deny: patterns(policy?.deny) };
  if (allow) {
    const saysNothing = allow.length > 0 && allow.every((each) => each === "*");
    if (saysNothing) return { effective: [...names], hasPolicy: false, unmatchedAllowPatterns: [] };
    const unmatched = allow.filter((each) => each !== "*" && !names.some((name) => matchesPattern(name, each)));
    const effective = names.filter((name) => allow.some((each) => matchesPattern(name, each)));
    return { effective, hasPolicy: true, unmatchedAllowPatterns: unmatched };
  }
  const denied = deny ?? [];
  const effective = names.filter((name) => !denied.some((each) => matchesPattern(name, each)));
  return { effective, hasPolicy: denied.length > 0, unmatchedAllowPatterns: [] };
}

/** Exact and case-sensitive; `*` stands for any run of characters within a line, also for none. Takes |name| x |pattern| steps. */
export function matchesPattern(name: string, pattern: string): boolean {
  // reached[i]: the pattern read so far matches the first i characters of the name.
  let reached = Array.from({ length: name.length + 1 }, (_, index) => index === 0);
  for (const character of pattern.split("")) {
    const next: boolean[] = [character === "*" && reached[0] === true];
    for (let index = 0; index < name.length; index += 1) {
      const own = name.charAt(index);
      const viaStar = reached[index + 1] === true || (next[index] === true && !lineTerminators.has(own));
      next.push(character === "*" ? viaStar : reached[index] === true && own === character);
    }
    reached = next;
  }
  return reached[name.length] === true;
}

const lineTerminators = new Set(["\n", "\r", "\u2028", "\u2029"]);

function patterns(list: readonly string[] | undefined): string[] | undefined {
  return list?.map((each) => each.trim()).filter((each) => each !== "");
}
