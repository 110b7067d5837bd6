import { useMemo } from 'react';
import type { Resource } from '#contract/resource.ts';
import { requestIdle } from '#src/lib/delay.ts';
import { asRecord } from '#src/lib/json.ts';
import { listen } from '#src/lib/listen.ts';
import { readStored, writeStored } from '#src/lib/storage/local-storage.ts';
import { createStore, useStore } from '#src/lib/store.ts';
import { connection, onSwitch } from './connection.ts';

/** What is known of one capability of a tenant. */
export interface Capability {
  /** `ignored`: a filter that is accepted without effect. */
  state: 'works' | 'refused' | 'ignored';
  /** When it was detected, in ms since 1970. */
  at: number;
  /** The answer seen, such as `405 Method not allowed`. */
  answer: string;
  /** Whether the user has been notified that it is unsupported. */
  isAnnounced: boolean;
}

/** Keyed by endpoint (`PUT /rooms/{id}/…`), filter (`GET /rooms filter[starred]`) or habit. */
export type Capabilities = Readonly<Record<string, Capability>>;

/** Capabilities that belong to no endpoint: counting records, reporting permissions, storing reasons. */
export const GLOBAL_CAPABILITIES = ['counts', 'meta.can', 'comment'] as const;

/** Capability key of a filter. */
export const filterCapability = (type: string, name: string): string => `GET /${type} filter[${name}]`;

const DAY_MS = 24 * 60 * 60_000;
/** Unsupported capabilities are retried after this time: a new release may have added them. */
const FORGOTTEN_MS = 7 * DAY_MS;
const MAX_ANSWER = 200;

const storageKey = (tenant: string) => `countersign.capabilities.${tenant}`;

/** Known capabilities of the current tenant. */
export const capabilities = createStore<Capabilities>(loadCapabilities(connection.get()?.key));

/** Not yet written to storage, by tenant. */
const unwritten = new Map<string, Capabilities>();

/** Whether it is known to be unsupported, so not worth a request. */
const isKnownUnsupported = (all: Capabilities, name: string): boolean => {
  const capability = all[name];
  return capability !== undefined && capability.state !== 'works' && Date.now() - capability.at < FORGOTTEN_MS;
};

/** Whether the current tenant is known not to support it. */
export const isUnsupported = (name: string): boolean => isKnownUnsupported(capabilities.get(), name);

/** Records a capability of the current tenant, without its token. A known and fresh one is not written again. */
export function recordCapability(name: string, state: Capability['state'], answer: string): void {
  const all = capabilities.get();
  const known = all[name];
  const isFresh = known !== undefined && Date.now() - known.at < DAY_MS;
  if (known?.state === state && isFresh) return;
  // A habit may flip from answer to answer; the user is notified once.
  const isHabit = (GLOBAL_CAPABILITIES as readonly string[]).includes(name);
  const isAnnounced = known?.isAnnounced === true && (known.state === state || isHabit);
  const token = connection.get()?.token;
  const redacted = token ? answer.replaceAll(token, '…') : answer;
  const next = { state, at: Date.now(), answer: redacted.slice(0, MAX_ANSWER), isAnnounced };
  persist({ ...all, [name]: next });
}

/** Unsupported capabilities not yet announced, except filters (announced on use) and fields (nothing is lost). */
export const unannouncedGaps = (all: Capabilities): string[] =>
  Object.keys(all).filter(
    (name) => isKnownUnsupported(all, name) && !all[name]?.isAnnounced && !/ (filter|fields)\[/.test(name),
  );

/** Marks capabilities as announced to the user. */
export function markAnnounced(names: readonly string[]): void {
  const marked = Object.entries(capabilities.get()).map(([name, capability]): [string, Capability] => [
    name,
    names.includes(name) ? { ...capability, isAnnounced: true } : capability,
  ]);
  persist(Object.fromEntries(marked));
}

/** Forgets all capabilities of the current tenant. */
export const forgetCapabilities = (): void => persist({});

function persist(all: Capabilities): void {
  const tenant = connection.get()?.key;
  if (tenant === undefined) return;
  capabilities.set(all);
  // A localStorage write takes as long as rendering some rows; defer it so that the answer shows first.
  unwritten.set(tenant, all);
  requestIdle(flushCapabilities);
}

function flushCapabilities(): void {
  for (const [tenant, all] of unwritten) {
    writeStored('local', storageKey(tenant), Object.keys(all).length > 0 ? all : undefined);
  }
  unwritten.clear();
}

function loadCapabilities(tenant: string | undefined): Capabilities {
  const stored = tenant === undefined ? undefined : asRecord(readStored('local', storageKey(tenant)));
  return Object.fromEntries(Object.entries(stored ?? {}).flatMap(([name, value]) => parseCapability(name, value)));
}

/** Storage may hold data from another version of the dashboard. */
function parseCapability(name: string, value: unknown): [string, Capability][] {
  const { state, at, answer, isAnnounced } = asRecord(value) ?? {};
  const isState = state === 'works' || state === 'refused' || state === 'ignored';
  if (!isState || typeof at !== 'number' || typeof answer !== 'string') return [];
  return [[name, { state, at, answer, isAnnounced: isAnnounced === true }]];
}

onSwitch(() => {
  flushCapabilities();
  capabilities.set(loadCapabilities(connection.get()?.key));
});
listen(window, 'pagehide', flushCapabilities);
listen(window, 'storage', ({ key }) => {
  const tenant = connection.get()?.key;
  if (tenant === undefined || (key !== storageKey(tenant) && key !== null)) return;
  unwritten.delete(tenant);
  capabilities.set(loadCapabilities(tenant));
});

/** Filters that Countersign applies in the browser if the tenant does not support them, by resource. */
export const clientSideFilters = {
  support_draft_messages: [
    'in_review',
    'approved',
    'rejected',
    'resolved',
    'read',
    'created_user_id',
    'content_or_room_name_like',
  ],
} as const;

/** Names of the resource's filters that the current tenant refuses or ignores; they are not sent. */
export function unsupportedFilters({ type, filters }: Resource): readonly string[] {
  const all = capabilities.get();
  return Object.keys(filters).filter((name) => isKnownUnsupported(all, filterCapability(type, name)));
}

/** Hook form of `unsupportedFilters`; re-renders when another is detected. */
export function useUnsupportedFilters(resource: Resource): readonly string[] {
  const names = useStore(capabilities, () => unsupportedFilters(resource).join());
  return useMemo(() => names.split(',').filter(Boolean), [names]);
}

/** Whether Countersign applies the filter in the browser if the tenant does not support it. */
export function isClientSideFilter({ type }: Resource, name: string): boolean {
  const names: Readonly<Record<string, readonly string[]>> = clientSideFilters;
  return names[type]?.includes(name) ?? false;
}
