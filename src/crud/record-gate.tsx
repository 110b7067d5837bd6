import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Resource } from '#contract/resource.ts';
import { type OneRecord, oneQuery } from '#src/api/queries.ts';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { RequestError } from './request-error.tsx';

interface RecordGateProps<R extends Resource> {
  resource: R;
  id: string;
  /** Relationships whose records should come along; the same as the route's. */
  include?: readonly string[];
  /** Stands above until the record is there, for a page whose header needs it: its heading, and the way out. */
  header?: ReactNode;
  children: (one: OneRecord<R>) => ReactNode;
}

/** Shows what needs a record once it is there: until then grey bars, and where it cannot be had the reason. */
export function RecordGate<R extends Resource>({ resource, id, include, header, children }: RecordGateProps<R>) {
  const one = useQuery(oneQuery(resource, id, include));
  if (one.data) return children(one.data);
  return (
    <>
      {header}
      {one.error ? <RequestError error={one.error} onRetry={() => void one.refetch()} /> : <SkeletonRows rows={4} />}
    </>
  );
}
