import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { atMost, estimate, median, pairedRatio } from "../../bench/statistics.mjs";

const sample = fc.array(fc.double({ min: 1, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 30 });

describe("median", () => {
  test("is the middle value, or the mean of the middle two", () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  test("does not depend on the order and leaves its input alone", () => {
    const values = [5, 1, 4];
    expect(median(values)).toBe(median([...values].reverse()));
    expect(values).toEqual([5, 1, 4]);
  });

  test("of nothing is refused", () => {
    expect(() => median([])).toThrow("nothing");
  });
});

describe("estimate", () => {
  test("holds its median between the ends of its interval, inside the sample", () => {
    fc.assert(
      fc.property(sample, (values) => {
        const { median: middle, low, high, n } = estimate(values, { resamples: 50 });
        expect(low).toBeLessThanOrEqual(high);
        expect(middle).toBe(median(values));
        expect(Math.min(...values)).toBeLessThanOrEqual(low);
        expect(Math.max(...values)).toBeGreaterThanOrEqual(high);
        expect(n).toBe(values.length);
      }),
    );
  });

  test("gives the same interval for the same values and seed", () => {
    const values = [1, 5, 2, 8, 3];
    expect(estimate(values, { seed: 7 })).toEqual(estimate(values, { seed: 7 }));
  });

  test("has no width where nothing varies", () => {
    expect(estimate([2, 2, 2])).toEqual({ median: 2, low: 2, high: 2, n: 3 });
  });
});

describe("pairedRatio", () => {
  test("is one for equal samples, and blind to a speed that both share", () => {
    fc.assert(
      fc.property(sample, fc.constantFrom(0.5, 2, 4), (values, factor) => {
        expect(pairedRatio(values, values).median).toBe(1);
        const ours = values.map((each) => each * factor);
        expect(pairedRatio(ours, values, { resamples: 20 })).toMatchObject({ median: factor, low: factor });
      }),
      { numRuns: 20 },
    );
  });

  test("compares within pairs, so a drift of the machine does not show", () => {
    expect(pairedRatio([10, 100, 1000], [100, 1000, 10_000]).median).toBeCloseTo(0.1);
  });

  test("refuses samples that are not pairs", () => {
    expect(() => pairedRatio([1], [1, 2])).toThrow("paired");
  });
});

test("a limit is judged only where the whole interval is on one side of it", () => {
  expect(atMost({ low: 1, high: 2 }, 2)).toBe("holds");
  expect(atMost({ low: 1, high: 3 }, 2)).toBe("unclear");
  expect(atMost({ low: 3, high: 4 }, 2)).toBe("missed");
});
