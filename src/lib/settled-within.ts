/** Resolves when all of the work has settled, or after a timeout. */
export async function settledWithin(ms: number, work: readonly unknown[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([Promise.allSettled(work), promise]);
  clearTimeout(timer);
}
