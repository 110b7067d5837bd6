import { lazyComponent } from '#src/ui/lazy-component.tsx';
import type { RequestErrorProps } from './request-error-notice.tsx';

/** A failed request. Its texts load right after the first screen, which rarely needs them. */
export const RequestError = lazyComponent<RequestErrorProps>(
  async () => (await import('./request-error-notice.tsx')).RequestErrorNotice,
);
