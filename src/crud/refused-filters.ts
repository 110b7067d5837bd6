import type { Resource } from '#contract/resource.ts';
import { connection } from '#src/api/connection.ts';
import { ApiError } from '#src/api/errors.ts';
import { createStore, useStore } from '#src/lib/store.ts';

/** Filter names by tenant and resource that the tenant has said not to have: they are not sent again. */
const refused = createStore<Readonly<Record<string, readonly string[]>>>({});

const FILTER_NOT_ALLOWED = '102';
const none: readonly string[] = [];
const keyOf = (resource: Resource) => `${connection.get()?.key}|${resource.type}`;

export const refusedFilters = (resource: Resource): readonly string[] => refused.get()[keyOf(resource)] ?? none;

export const useRefusedFilters = (resource: Resource): readonly string[] => useStore(refused)[keyOf(resource)] ?? none;

/** Names of the given filters that an answer refuses. */
export function readRefusedFilters(error: unknown, names: readonly string[]): string[] {
  if (!(error instanceof ApiError)) return [];
  const errors = error.errors.filter((item) => item.code === FILTER_NOT_ALLOWED);
  return names.filter((name) => errors.some((item) => item.field === name || item.detail.startsWith(`${name} `)));
}

/** Remembers that the tenant one is signed in to does not have these filters. */
export function noteRefusedFilters(resource: Resource, names: readonly string[]): void {
  const key = keyOf(resource);
  refused.set({ ...refused.get(), [key]: [...new Set([...(refused.get()[key] ?? none), ...names])] });
}
