// Medians and their uncertainty. A busy machine slows both sides of a pair alike, so the ratio within a pair is what is compared.

/** The value of which half are not larger; the mean of the middle two for an even count. */
export function median(values) {
  if (values.length === 0) throw new Error("There is no median of nothing.");
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The median of the ratios ours/theirs pair by pair, with its 95 % bootstrap interval. */
export function pairedRatio(ours, theirs, options) {
  if (ours.length !== theirs.length) throw new Error(`${ours.length} values cannot be paired with ${theirs.length}.`);
  return estimate(
    ours.map((each, index) => each / theirs[index]),
    options,
  );
}

/** The median with the interval in which it lies in 95 % of the resamples. The same values and seed give the same interval. */
export function estimate(values, { resamples = 2000, seed = 1 } = {}) {
  const random = randomFrom(seed);
  const medians = Array.from({ length: resamples }, () => median(values.map(() => values[random(values.length)])));
  medians.sort((one, other) => one - other);
  const at = (share) => medians[Math.round(share * (medians.length - 1))];
  return { median: median(values), low: at(0.025), high: at(0.975), n: values.length };
}

/** Whether a figure is at most `limit`; where its interval lies on both sides, this run cannot tell. */
export function atMost({ low, high }, limit) {
  if (high <= limit) return "holds";
  return low > limit ? "missed" : "unclear";
}

/** A small generator (mulberry32), so that an interval can be computed again from the samples. */
function randomFrom(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000) * below);
  };
}
