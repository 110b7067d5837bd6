import { ApiError } from './errors.ts';

const TIMEOUT_MS = 10_000;

/** Whether another build of the dashboard is served by now than this page runs. Throws an ApiError without an answer. */
export async function hasNewVersion(): Promise<boolean> {
  const own = document.querySelector('script[type=module][src]')?.getAttribute('src');
  try {
    const answer = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) });
    return answer.ok && !(await answer.text()).includes(own ?? '');
  } catch {
    throw new ApiError('unreachable');
  }
}
