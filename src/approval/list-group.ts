import { canonicalJson } from "../contract/canonical-json.ts";
import type { ApprovalSubject } from "./approver.ts";
import { partWords } from "./fact-since.ts";
import { changesSince } from "./panel-changes.ts";

/** Those of the waiting whose setup is the same, when there are at least two: the most, and of as many the first. */
export function commonGroup(subjects: readonly ApprovalSubject[]): readonly ApprovalSubject[] {
  const groups = new Map<string, ApprovalSubject[]>();
  for (const subject of subjects) {
    const key = setupKey(subject);
    if (key !== null) groups.set(key, [...(groups.get(key) ?? []), subject]);
  }
  const [largest = []] = [...groups.values()].sort((a, b) => b.length - a.length);
  return largest.length < 2 ? [] : largest;
}

/** Names what one decision may be for; null where nothing can be said to be the same. */
export function setupKey({ setup, host, asker, profile, enables }: ApprovalSubject): string | null {
  if (!setup || setup.fingerprint === null || enables !== undefined) return null;
  return canonicalJson([setup.fingerprint, host, asker, profile.id]);
}

/** What of a plan is not as in the others, in the words of the panel. */
export function differences(subject: ApprovalSubject, common: ApprovalSubject): string[] {
  const { setup, host } = subject;
  if (!setup || !common.setup) return ["setup"];
  const { judged, fingerprint } = common.setup;
  const other = { approvedAt: "", setup: fingerprint, times: 1, host: common.host, judged };
  const parts = changesSince(other, setup.judged, host).map(({ part }) => partWords[part]);
  return parts.length === 0 ? ["setup"] : parts;
}

/** `1-3`, `1,3-4`. */
export function numbersInWords(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const each of numbers) {
    const last = runs.at(-1);
    if (last && each === last[1] + 1) last[1] = each;
    else runs.push([each, each]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(",");
}
