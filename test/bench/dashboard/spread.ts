import { median, quantile } from '../quantile.ts';

/** Summary of repeated measurements. */
export interface Spread {
  median: number;
  min: number;
  max: number;
}

export const spreadOf = (numbers: readonly number[]): Spread => ({
  median: median(numbers),
  min: quantile(numbers, 0),
  max: quantile(numbers, 1),
});
