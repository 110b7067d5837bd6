import { patiently } from '#src/lib/patiently.ts';
import { part } from '#src/ui/part.tsx';
import type { RequestErrorProps } from './request-error-notice.tsx';

/** A failed request. Its texts load right after the first screen, which rarely needs them. */
export const RequestError = part<RequestErrorProps>(
  async () => (await patiently(() => import('./request-error-notice.tsx'))).RequestErrorNotice,
);
