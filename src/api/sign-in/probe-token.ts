import { formatListQuery } from '#contract/list-query.ts';
import { ApiError } from '../errors.ts';
import { send } from '../request.ts';
import { newSaved } from './connection-store.ts';

/**
 * Checks a token at an address by requesting one draft, which every member of staff may read. Neither has to belong to
 * a saved connection. Throws an ApiError if the token is refused or the read fails.
 */
export async function probeToken(address: string, token: string): Promise<void> {
  const search = formatListQuery({ page: { size: 1 } });
  try {
    await send({ ...newSaved(address), key: address, token }, { path: '/support_draft_messages', search });
  } catch (error) {
    // 403: the token is valid, but this user may not read drafts.
    if (!(error instanceof ApiError) || error.status !== 403 || error.isAddressRefused) throw error;
  }
}
