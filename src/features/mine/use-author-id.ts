import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { connection } from '#src/api/connection.ts';
import { useStore } from '#src/lib/store.ts';
import { readStored, writeStored } from '#src/lib/stored.ts';
import { meQuery } from '#src/records/people/use-me.ts';

export interface Author {
  /** Undefined while nobody knows yet. */
  id: string | undefined;
  /** Whether the tenant is still being asked. */
  isPending: boolean;
  error: Error | null;
  retry: () => void;
  /** Says who one is, where the tenant cannot; kept for this connection. */
  choose: ((id: string) => void) | undefined;
}

const keptKey = (connectionKey: string | undefined) => `countersign.me.${connectionKey ?? ''}`;

/** Whose drafts the page shows: as the tenant says, or as the person has said. */
export function useAuthorId(): Author {
  const key = keptKey(useStore(connection)?.key);
  const { data: me, isPending, error, refetch } = useQuery(meQuery());
  const [chosen, setChosen] = useState<{ key: string; id: string }>();
  const kept = chosen?.key === key ? chosen.id : readStored('local', key);
  const retry = () => void refetch();
  if (me || isPending || error) return { id: me?.id, isPending, error, retry, choose: undefined };
  return {
    id: typeof kept === 'string' && kept !== '' ? kept : undefined,
    isPending: false,
    error: null,
    retry,
    choose: (id) => {
      writeStored('local', key, id);
      setChosen({ key, id });
    },
  };
}
