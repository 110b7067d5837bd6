import { useMemo } from 'react';
import { connection } from '#src/api/connection.ts';
import { useStore } from '#src/lib/store.ts';
import { outbox } from './outbox-store.ts';

/** Ids of the drafts of this tenant that have been decided, though the tenant may not know yet. */
export function usePendingIds(): readonly string[] {
  const key = useStore(connection)?.key;
  const pending = useStore(outbox);
  return useMemo(
    () => pending.filter(({ connectionKey }) => connectionKey === key).map(({ draftId }) => draftId),
    [pending, key],
  );
}
