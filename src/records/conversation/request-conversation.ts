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
 * A page of what was said in a room, the newest first: its history, or its messages at a tenant that has none.
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

/** A tenant that cannot bring people along, or sort by what is not documented, is asked without. */
async function requestPage(path: string, { page, ...rest }: Asked, extras: Partial<ListQuery>): Promise<ApiAnswer> {
  try {
    return await request({ path, search: formatListQuery({ ...extras, page }), ...rest });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    return request({ path, search: formatListQuery({ page }), ...rest });
  }
}
