import { patiently } from '#src/lib/patiently.ts';
import { part } from '#src/ui/part.tsx';
import type { RequestErrorProps } from './request-error-notice.tsx';

/** A request that failed. Its words are loaded right after the first screen, which mostly does without. */
export const RequestError = part<RequestErrorProps>(
  async () => (await patiently(() => import('./request-error-notice.tsx'))).RequestErrorNotice,
);
