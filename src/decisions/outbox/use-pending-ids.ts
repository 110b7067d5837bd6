import { useMemo } from 'react';
import { connection } from '#src/api/connection.ts';
import { useStore } from '#src/lib/store.ts';
import { outbox } from './outbox-store.ts';

/** Ids of this tenant's drafts with a decision in the outbox. */
export function usePendingIds(): readonly string[] {
  const key = useStore(connection)?.key;
  const pending = useStore(outbox);
  return useMemo(
    () => pending.filter(({ connectionKey }) => connectionKey === key).map(({ draftId }) => draftId),
    [pending, key],
  );
}
