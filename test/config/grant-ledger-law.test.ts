import fc from "fast-check";
import { expect, test } from "vitest";
import type { AdmittedRun } from "../../src/config/grant.ts";
import { createGrantLedger } from "../../src/config/grant-ledger.ts";
import { aRun, budget, minute, subject } from "./a-grant-run.ts";

const event = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant("ask"), limit: fc.option(fc.integer({ min: 1, max: 700 })) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("change"), setup: fc.constantFrom("A", "B", null) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("host"), host: fc.constantFrom("ours", "foreign") }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("wait"), minutes: fc.integer({ min: -1, max: 25 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("spend"), nth: fc.nat(), tokens: fc.nat(300) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("end"), nth: fc.nat(), known: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("withdraw"), nth: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("revoke"), id: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("give") }) },
) as fc.Arbitrary<Event>;

type Event =
  | { do: "ask"; limit: number | null }
  | { do: "change"; setup: string | null }
  | { do: "host"; host: string }
  | { do: "wait"; minutes: number }
  | { do: "spend"; nth: number; tokens: number }
  | { do: "end"; nth: number; known: boolean }
  | { do: "withdraw"; nth: number }
  | { do: "revoke"; id: number }
  | { do: "give" };

/** One grant as a person would keep account of it on paper. */
interface OnPaper {
  readonly setup: string;
  readonly host: string;
  readonly at: number;
  over: boolean;
  started: number;
  used: number;
  readonly open: Set<OpenRun>;
}
interface OpenRun {
  readonly limit: number | null;
  used: number;
}

/** Plays the events to a ledger and checks, on paper, whatever it lets through; returns how many that were. */
function play(events: readonly Event[]): number {
  const time = { now: 1000 * minute };
  const ledger = createGrantLedger(() => time.now);
  const paper = new Map<number, OnPaper>();
  const open: { readonly grant: OnPaper; readonly on: OpenRun; readonly run: AdmittedRun }[] = [];
  const sumOf = (grant: OnPaper, of: (run: OpenRun) => number) =>
    [...grant.open].reduce((sum, run) => sum + of(run), grant.used);
  let world: { setup: string | null; host: string } = { setup: "A", host: "ours" };
  let admissions = 0;
  const ended = (chosen: (grant: OnPaper) => boolean) => {
    for (const grant of paper.values()) grant.over ||= chosen(grant);
  };
  for (const each of events) {
    switch (each.do) {
      case "give":
        if (world.setup === null) break;
        ended(() => true);
        paper.set(ledger.give({ subject, host: world.host, setup: world.setup }, budget).id, {
          setup: world.setup,
          host: world.host,
          at: time.now,
          over: false,
          started: 0,
          used: 0,
          open: new Set(),
        });
        break;
      case "change":
        world = { ...world, setup: each.setup };
        break;
      case "host":
        world = { ...world, host: each.host };
        break;
      case "wait":
        time.now += each.minutes * minute;
        ledger.holding();
        ended(({ at }) => each.minutes < 0 || time.now - at >= budget.minutes * minute);
        break;
      case "revoke": {
        const grant = paper.get(each.id);
        expect(ledger.revoke(each.id) && grant?.over).not.toBe(true);
        if (grant) grant.over = true;
        break;
      }
      case "spend": {
        const chosen = open[each.nth % Math.max(1, open.length)];
        if (!chosen) break;
        chosen.on.used += each.tokens;
        const together = sumOf(chosen.grant, ({ used }) => used);
        expect(chosen.run.spend(chosen.on.used)).toBe(together >= budget.tokens);
        break;
      }
      case "end":
      case "withdraw": {
        const [chosen] = open.splice(each.nth % Math.max(1, open.length), 1);
        if (!chosen) break;
        const { grant, on, run } = chosen;
        grant.open.delete(on);
        if (each.do === "withdraw") {
          run.withdraw();
          grant.started -= 1;
          break;
        }
        run.end(each.known ? on.used : null);
        grant.used += each.known ? on.used : Math.max(on.used, on.limit ?? 0);
        grant.over ||= !each.known && on.limit === null;
        break;
      }
      case "ask": {
        const admission = ledger.admit(aRun({ ...world, tokenLimit: each.limit }));
        ended(({ setup, host }) => setup !== world.setup || host !== world.host);
        if (admission.kind !== "admitted") break;
        const grant = paper.get(admission.grant.id);
        if (!grant) throw new Error("A grant that was never given.");
        const held = sumOf(grant, ({ used, limit }) => Math.max(used, limit ?? 0));
        grant.started += 1;
        admissions += 1;
        expect({ over: grant.over, setup: grant.setup, host: grant.host }).toEqual({ over: false, ...world });
        expect(time.now - grant.at).toBeLessThan(budget.minutes * minute);
        expect(grant.started).toBeLessThanOrEqual(budget.runs);
        expect(held).toBeLessThan(budget.tokens);
        expect(held + (each.limit ?? 0)).toBeLessThanOrEqual(budget.tokens);
        const on = { limit: each.limit, used: 0 };
        grant.open.add(on);
        open.push({ grant, on, run: admission.run });
      }
    }
  }
  return admissions;
}

test("under any sequence of events no grant lets through more than its runs, minutes and tokens, or another setup", () => {
  let admissions = 0;
  fc.assert(
    fc.property(fc.array(event, { minLength: 10, maxLength: 80 }), (events) => {
      admissions += play([{ do: "give" }, ...events]);
    }),
    { numRuns: 500 },
  );
  expect(admissions).toBeGreaterThan(500);
});
