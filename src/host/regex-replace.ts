import type { RegexRule } from "../contract/product/prompt-stack.ts";
import { RegexError, type RegexMatch, type RegexMatcher } from "./regex-match.ts";

/** A rule may not make a text longer than this. */
const maxRegexOutputChars = 2_000_000;

/** Applies one rule to the end of one text; throws a RegexError for a rule that cannot be applied. */
export function replaceByRule(text: string, rule: RegexRule, match: RegexMatcher): { text: string; matches: number } {
  const start = rule.maxChars === undefined ? 0 : Math.max(0, text.length - rule.maxChars);
  const subject = text.slice(start);
  const found = match(rule.pattern, rule.flags ?? "", subject);
  const parts = [text.slice(0, start)];
  let chars = start;
  let position = 0;
  for (const each of found) {
    const added = [subject.slice(position, each.index), expand(rule, each, subject)];
    position = each.index + each.text.length;
    chars += added.reduce((sum, part) => sum + part.length, 0);
    if (chars > maxRegexOutputChars) throw new RegexError(`the text would grow over ${maxRegexOutputChars} characters`);
    parts.push(...added);
  }
  parts.push(subject.slice(position));
  return { text: parts.join(""), matches: found.length };
}

const token = /\$(\$|&|`|'|<[^>]*>|\d{1,2})/g;

// What String.prototype.replace does with `$`, plus `$0` for the whole match, and the rule's trim strings taken out of
// everything that was matched.
function expand(rule: RegexRule, match: RegexMatch, subject: string): string {
  const trimmed = (value: string | undefined) =>
    (rule.trimStrings ?? []).reduce((rest, each) => (each === "" ? rest : rest.replaceAll(each, "")), value ?? "");
  return (rule.replace ?? "").replace(token, (whole, kind: string) => {
    if (kind === "$") return "$";
    if (kind === "&" || kind === "0") return trimmed(match.text);
    if (kind === "`") return subject.slice(0, match.index);
    if (kind === "'") return subject.slice(match.index + match.text.length);
    if (kind.startsWith("<")) return match.groups ? trimmed(match.groups.get(kind.slice(1, -1))) : whole;
    return numbered(kind, match.captures, trimmed) ?? whole;
  });
}

function numbered(
  digits: string,
  captures: RegexMatch["captures"],
  trimmed: (value: string | undefined) => string,
): string | undefined {
  const number = Number(digits);
  if (number >= 1 && number <= captures.length) return trimmed(captures[number - 1]);
  const first = Number(digits[0]);
  if (digits.length < 2 || first < 1 || first > captures.length) return undefined;
  return trimmed(captures[first - 1]) + digits.slice(1);
}
