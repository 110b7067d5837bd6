import { formatListQuery } from '#contract/list-query.ts';
import { isToken, normaliseAddress } from '#src/api/connection.ts';
import { ApiError } from '#src/api/errors.ts';
import { send } from '#src/api/request.ts';
import { newSaved } from '#src/api/saved-connections.ts';
import { openSession } from '#src/api/session.ts';

/** Why a sign-in with address and token failed: which input is at fault, and the failed request, if any. */
export class SignInFault extends Error {
  readonly at: 'address' | 'token' | 'service';
  readonly reason: 'malformed' | 'refused' | 'no_service' | 'unreachable' | 'failed';
  readonly request: ApiError | undefined;
  /** The address is on another origin than this page. */
  readonly isElsewhere: boolean;

  constructor(at: SignInFault['at'], reason: SignInFault['reason'], request?: ApiError, isElsewhere = false) {
    super(`${at} ${reason}`);
    this.at = at;
    this.reason = reason;
    this.request = request;
    this.isElsewhere = isElsewhere;
  }
}

/**
 * Checks the token by requesting one draft, which every member of staff may read. With sessions, the server of this
 * page checks it and keeps the token. Throws a SignInFault.
 */
export async function checkToken(base: string, token: string, isSession: boolean): Promise<void> {
  if (!isToken(token)) throw new SignInFault('token', 'malformed');
  try {
    await (isSession ? openSession(token) : readOneDraft(base, token));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // 403: the token is valid, but this user may not read drafts.
    if (!isSession && error.status === 403 && !error.isAddressRefused) return;
    throw explain(error, new URL(base).origin !== location.origin);
  }
}

/** Normalizes a typed address. Throws a SignInFault. */
export function readAddress(address: string): string {
  try {
    return normaliseAddress(address);
  } catch {
    throw new SignInFault('address', 'malformed');
  }
}

const readOneDraft = (base: string, token: string) =>
  send(
    { ...newSaved(base), key: base, token },
    { path: '/support_draft_messages', search: formatListQuery({ page: { size: 1 } }) },
  );

function explain(error: ApiError, isElsewhere: boolean): SignInFault {
  if (error.isAddressRefused) return new SignInFault('service', 'refused', error);
  if (error.status === 401) return new SignInFault('token', 'refused', error);
  if (error.kind === 'unreachable' || error.kind === 'timeout')
    return new SignInFault('address', 'unreachable', error, isElsewhere);
  if (error.kind === 'unreadable' || error.isNotFound) return new SignInFault('address', 'no_service', error);
  return new SignInFault('service', 'failed', error);
}
