import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Resource } from '#contract/resource.ts';
import { type OneRecord, oneQuery } from '#src/api/queries.ts';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { RequestError } from './request-error.tsx';

interface RecordGateProps<R extends Resource> {
  resource: R;
  id: string;
  /** Relationships to include; the same as the route's. */
  include?: readonly string[];
  /** Shown above until the record has loaded, for a page whose header needs it: its heading, and a way out. */
  header?: ReactNode;
  children: (one: OneRecord<R>) => ReactNode;
}

/** Renders children once the record has loaded: until then a skeleton, or the error. */
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
