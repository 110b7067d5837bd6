import { t } from '@lingui/core/macro';
import { MEDIA_TYPE } from '#contract/document.ts';
import { connection } from '#src/api/connection.ts';
import { ApiError } from '#src/api/errors.ts';

/** Codes by which the gateway distinguishes its own errors from the server's. */
export const GATEWAY = { unreachable: 'gateway_unreachable', timeout: 'gateway_timeout' } as const;

/**
 * One or two sentences for a failed request, for toasts and inline messages, in the current locale. `from`: where it was
 * sent, if the user may have left that connection since.
 */
export function errorMessage(error: unknown, from: { name: string } | undefined = connection.get()): string {
  const host = from?.name ?? location.host;
  const title = errorTitle(error, host);
  if (error instanceof ApiError) {
    if (error.kind === 'unreachable') return t`${title}. Check your connection.`;
    if (error.words && !knownFault(error, host)) {
      return error.status >= 500 ? `${t`${title}.`} ${error.words}` : error.words;
    }
  }
  return t`${title}.`;
}

/** What went wrong with a failed request, in a few words without a full stop, in the current locale. */
export function errorTitle(error: unknown, host: string): string {
  if (!(error instanceof ApiError)) return t`Something went wrong on this page`;
  const known = knownFault(error, host);
  if (known) return known;
  if (error.status >= 500) return t`${host} reported an error (${error.status})`;
  return t`The server rejected this request (${error.status})`;
}

/** The title of an error that the service's own words would not explain better. */
function knownFault(error: ApiError, host: string): string | undefined {
  if (error.hasCode(GATEWAY.unreachable)) return t`Countersign’s gateway can’t reach ${host}`;
  if (error.hasCode(GATEWAY.timeout)) return t`${host} took too long to respond to Countersign’s gateway`;
  if (error.kind === 'unreachable') return t`Can’t reach ${host}`;
  if (error.kind === 'timeout') return t`${host} took too long to respond`;
  if (error.kind === 'unreadable') return t`Unexpected response from ${host}`;
  if (error.isTypeRefused) return t`${host} doesn’t accept the content type ${MEDIA_TYPE} (${error.status})`;
  if (error.isUnsupported) return t`${host} doesn’t support this`;
  return undefined;
}
