import type { Resource } from '#contract/resource.ts';
import { oneQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';

/** Reads a record that somebody is about to open. Where that fails, opening it will say so. */
export function approachRecord(resource: Resource, id: string, include?: readonly string[]): void {
  queryClient.query(oneQuery(resource, id, include)).catch(() => undefined);
}
