import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { connection } from '#src/api/connection.ts';
import { meQuery } from '#src/api/me-query.ts';
import { readStored, writeStored } from '#src/lib/storage/local-storage.ts';
import { useStore } from '#src/lib/store.ts';

export interface Author {
  /** Undefined until known. */
  id: string | undefined;
  /** The query for the current user is pending. */
  isPending: boolean;
  error: Error | null;
  retry: () => void;
  /** Sets the user if the tenant cannot tell; stored per connection. */
  choose: ((id: string) => void) | undefined;
}

const keptKey = (connectionKey: string | undefined) => `countersign.me.${connectionKey ?? ''}`;

/** The author whose drafts are shown: as told by the tenant, else as chosen by the user. */
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
