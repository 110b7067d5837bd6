/** A line for each figure above its limit. */
export function exceededLimits<Name extends string>(
  figures: Readonly<Record<Name, number>>,
  limits: Readonly<Record<Name, number>>,
): string[] {
  const isFigure = (key: string): key is Name => key in limits;
  return Object.keys(limits)
    .filter(isFigure)
    .filter((key) => figures[key] > limits[key])
    .map((key) => `${key}: ${figures[key]} of at most ${limits[key]}`);
}
