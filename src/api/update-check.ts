import { queryOptions } from '@tanstack/react-query';
import { pageBase } from '#src/lib/base-path.ts';
import { ApiError } from './errors.ts';

const TIMEOUT_MS = 10_000;

/** Whether the server has a different build than the one running. Fails with an ApiError if it cannot be reached. */
export const updateCheckQuery = queryOptions({ queryKey: ['version'], queryFn: hasNewVersion });

async function hasNewVersion(): Promise<boolean> {
  const own = [...document.querySelectorAll('script[type=module][src]')].map((script) => script.getAttribute('src'));
  try {
    const answer = await fetch(pageBase, { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const page = await answer.text();
    return answer.ok && !own.every((name) => page.includes(name ?? ''));
  } catch {
    throw new ApiError('unreachable');
  }
}
