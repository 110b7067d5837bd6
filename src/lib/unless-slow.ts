const UNNOTICED_MS = 150;

/**
 * Waits for the work, but only as long as nobody notices: quick answers then come without a skeleton before them,
 * and slow ones get one. Never rejects: what failed shows where it is used.
 */
export async function unlessSlow(...work: Promise<unknown>[]): Promise<null> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, UNNOTICED_MS);
  await Promise.race([Promise.allSettled(work), promise]);
  clearTimeout(timer);
  return null;
}
