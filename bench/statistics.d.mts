export interface Estimate {
  readonly median: number;
  readonly low: number;
  readonly high: number;
  readonly n: number;
}

export interface Resampling {
  readonly resamples?: number;
  readonly seed?: number;
}

export function median(values: readonly number[]): number;
export function estimate(values: readonly number[], options?: Resampling): Estimate;
export function pairedRatio(ours: readonly number[], theirs: readonly number[], options?: Resampling): Estimate;
export function atMost(estimate: Pick<Estimate, "low" | "high">, limit: number): "holds" | "missed" | "unclear";
