import { t } from '@lingui/core/macro';
import { MEDIA_TYPE } from '#contract/document.ts';
import { connection } from '#src/api/connection.ts';
import { ApiError } from '#src/api/errors.ts';

/** Codes by which the gateway distinguishes its own errors from the server's. */
export const GATEWAY = { unreachable: 'gateway_unreachable', timeout: 'gateway_timeout' } as const;

/**
 * One sentence for a failed request, for toasts and inline messages, in the current locale. `from`: where it was sent, if
 * the user may have left that connection since.
 */
export function errorMessage(error: unknown, from: { name: string } | undefined = connection.get()): string {
  const server = from?.name ?? location.host;
  if (!(error instanceof ApiError)) return t`Something went wrong on this page.`;
  if (error.hasCode(GATEWAY.unreachable)) return t`Countersign’s gateway can’t reach ${server}.`;
  if (error.hasCode(GATEWAY.timeout)) return t`${server} took too long to respond to Countersign’s gateway.`;
  if (error.kind === 'unreachable') return t`Can’t reach the server. Check your connection.`;
  if (error.kind === 'timeout') return t`The server took too long to respond.`;
  if (error.kind === 'unreadable') return t`Unexpected response from the server.`;
  const [first] = error.errors;
  if (error.isTypeRefused) return t`${server} doesn’t accept the content type ${MEDIA_TYPE} (${error.status}).`;
  if (error.isUnsupported) return t`${server} doesn’t support this.`;
  if (error.status >= 500) {
    const words = first?.detail || first?.title;
    const fault = t`${server} reported an error (${error.status}).`;
    return words ? `${fault} ${words}` : fault;
  }
  return first?.detail || first?.title || t`The server rejected this request (${error.status}).`;
}
