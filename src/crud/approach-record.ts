import type { Resource } from '#contract/resource.ts';
import { oneQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';

/** Prefetches a record on hover or focus. Errors are ignored: opening it will show them. */
export function approachRecord(resource: Resource, id: string, include?: readonly string[]): void {
  queryClient.query(oneQuery(resource, id, include)).catch(() => undefined);
}
