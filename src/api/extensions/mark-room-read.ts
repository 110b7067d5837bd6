import { rooms } from '#contract/rooms.ts';
import { replaceRecord } from '../cache.ts';
import { connection } from '../connection.ts';
import { queryClient, queryKeys } from '../query-client.ts';
import { recordPath, request } from '../request.ts';
import { serviceDocumentQuery } from './service-document.ts';

/** In the query of a list with someone's unread rooms first: when one is read, others move up. No user has the id 0. */
const UNREAD_FIRST = /sort_unread_read_for_user_id%5D=[^0]/;

/** Marks a room as read up to a message, by default its newest. False if unsupported. Throws an ApiError. */
export async function markRoomRead(id: string, lastMessageId?: string): Promise<boolean> {
  const from = connection.get();
  const document = await queryClient.query(serviceDocumentQuery());
  if (!document?.extensions.room_mark_read) return false;
  await request({
    from,
    method: 'PUT',
    path: recordPath(rooms, id, 'mark_read'),
    body: { data: { type: rooms.type, id }, meta: lastMessageId ? { last_message_id: lastMessageId } : undefined },
  });
  // Patch the cached room: the answer lacks its summary.
  const asRead = <Each extends { meta: object }>(room: Each): Each => ({
    ...room,
    meta: { ...room.meta, is_unread: false },
  });
  replaceRecord(rooms, id, asRead, from);
  await queryClient.invalidateQueries({
    queryKey: queryKeys.resource(rooms, from),
    predicate: ({ queryKey: [, , kind, query] }) => kind === 'counts' || UNREAD_FIRST.test(String(query)),
  });
  return true;
}
