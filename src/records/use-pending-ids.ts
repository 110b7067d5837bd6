import { useMemo } from 'react';
import { connection } from '#src/api/connection.ts';
import { useStore } from '#src/lib/store.ts';
import { outbox } from './outbox-store.ts';
import { roomOutbox } from './room-outbox.ts';

/** Ids of the drafts of this tenant that have been decided, though the tenant may not know yet. */
export function usePendingIds(): readonly string[] {
  const key = useStore(connection)?.key;
  const single = useStore(outbox);
  const together = useStore(roomOutbox);
  return useMemo(
    () => [
      ...single.filter(({ connectionKey }) => connectionKey === key).map(({ draftId }) => draftId),
      ...together.filter(({ connectionKey }) => connectionKey === key).flatMap(({ draftIds }) => draftIds),
    ],
    [single, together, key],
  );
}
