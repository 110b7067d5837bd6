import { formatListQuery, type ListQuery } from '#contract/list-query.ts';
import type { Connection } from '#src/api/connection.ts';
import { ApiError } from '#src/api/errors.ts';
import { lacks } from '#src/api/offers/offers.ts';
import { isNotOffered } from '#src/api/offers/probe.ts';
import { type ApiAnswer, request } from '#src/api/request.ts';

const HISTORY = 'GET /rooms/{id}/history';

interface Asked {
  page: ListQuery['page'];
  signal?: AbortSignal;
  from?: Connection | undefined;
}

/**
 * Fetches a page of a room's conversation, newest first: its history, or its messages if the tenant has no history.
 * Throws an ApiError.
 */
export async function requestConversation(roomId: string, asked: Asked): Promise<ApiAnswer> {
  const path = `/rooms/${encodeURIComponent(roomId)}`;
  if (!lacks(HISTORY)) {
    try {
      return await requestPage(`${path}/history`, asked, { include: ['user'] });
    } catch (error) {
      if (!(await isNotOffered(error, HISTORY, { type: 'rooms', id: roomId, from: asked.from }))) throw error;
    }
  }
  return requestPage(`${path}/messages`, asked, { include: ['user'], sort: ['-created_at_unix'] });
}

/** Retries without `include` and `sort` on 400, since some tenants do not support them here. */
async function requestPage(path: string, { page, ...rest }: Asked, extras: Partial<ListQuery>): Promise<ApiAnswer> {
  try {
    return await request({ path, search: formatListQuery({ ...extras, page }), ...rest });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    return request({ path, search: formatListQuery({ page }), ...rest });
  }
}
