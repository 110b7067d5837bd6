/** Summary of repeated measurements. */
export interface Spread {
  median: number;
  min: number;
  max: number;
}

export function spreadOf(numbers: readonly number[]): Spread {
  const sorted = numbers.toSorted((one, other) => one - other);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  const half = (sorted.length - 1) / 2;
  return {
    median: (at(Math.floor(half)) + at(Math.ceil(half))) / 2,
    min: at(0),
    max: at(sorted.length - 1),
  };
}
