import { asRecord } from '#src/lib/json.ts';
import { createStore } from '#src/lib/store.ts';
import { readStored, writeStored } from '#src/lib/stored.ts';
import { whenIdle } from '#src/lib/when-idle.ts';
import { connection, onSwitch } from '../connection.ts';

/** What is known of one capability of a tenant. */
export interface Offer {
  /** `ignored`: a filter that is accepted without effect. */
  state: 'works' | 'refused' | 'ignored';
  /** When it was detected, in ms since 1970. */
  at: number;
  /** The answer seen, such as `405 Method not allowed`. */
  answer: string;
  /** Whether the user has been told that it is unsupported. */
  isSaid?: boolean;
}

/** Keyed by endpoint (`PUT /rooms/{id}/…`), filter (`GET /rooms filter[starred]`) or habit. */
export type Offers = Readonly<Record<string, Offer>>;

/** Capabilities that belong to no endpoint: counting records, telling what the caller may do, storing reasons. */
export const HABITS = ['counts', 'meta.can', 'comment'] as const;

/** Capability key of a filter. */
export const filterOffer = (type: string, name: string): string => `GET /${type} filter[${name}]`;

const DAY_MS = 24 * 60 * 60_000;
/** Unsupported capabilities are retried after this time: a new release may have added them. */
const FORGOTTEN_MS = 7 * DAY_MS;
const LONGEST_ANSWER = 200;

const storageKey = (tenant: string) => `countersign.offers.${tenant}`;

/** Known capabilities of the current tenant. */
export const offers = createStore<Offers>(readKept(connection.get()?.key));

/** Not yet written to storage, by tenant. */
const unwritten = new Map<string, Offers>();

/** Whether it is known to be unsupported, so not worth a request. */
export const isLacking = (all: Offers, name: string): boolean => {
  const offer = all[name];
  return offer !== undefined && offer.state !== 'works' && Date.now() - offer.at < FORGOTTEN_MS;
};

/** Whether the current tenant is known not to support it. */
export const lacks = (name: string): boolean => isLacking(offers.get(), name);

/** Records a capability of the current tenant. A known and fresh one is not written again. */
export function noteOffer(name: string, state: Offer['state'], answer: string): void {
  const all = offers.get();
  const known = all[name];
  const isFresh = known !== undefined && Date.now() - known.at < DAY_MS;
  if (known?.state === state && isFresh) return;
  // A habit may flip from answer to answer; the user is told once.
  const isHabit = (HABITS as readonly string[]).includes(name);
  const isSaid = known?.isSaid === true && (known.state === state || isHabit);
  const noted = { state, at: Date.now(), answer: answer.slice(0, LONGEST_ANSWER), ...(isSaid && { isSaid }) };
  keep({ ...all, [name]: noted });
}

/** Unsupported capabilities not yet announced. A filter is announced where it is used. */
export const unsaidLacks = (all: Offers): string[] =>
  Object.keys(all).filter((name) => isLacking(all, name) && !all[name]?.isSaid && !name.endsWith(']'));

/** Marks capabilities as announced to the user. */
export function noteSaid(names: readonly string[]): void {
  const said = Object.entries(offers.get()).map(([name, offer]): [string, Offer] => [
    name,
    names.includes(name) ? { ...offer, isSaid: true } : offer,
  ]);
  keep(Object.fromEntries(said));
}

/** Forgets all capabilities of the current tenant. */
export const forgetOffers = (): void => keep({});

function keep(all: Offers): void {
  const tenant = connection.get()?.key;
  if (tenant === undefined) return;
  offers.set(all);
  // A localStorage write takes as long as rendering some rows; defer it so that the answer shows first.
  unwritten.set(tenant, all);
  whenIdle(writeKept);
}

function writeKept(): void {
  for (const [tenant, all] of unwritten) {
    writeStored('local', storageKey(tenant), Object.keys(all).length > 0 ? all : undefined);
  }
  unwritten.clear();
}

function readKept(tenant: string | undefined): Offers {
  const kept = tenant === undefined ? undefined : asRecord(readStored('local', storageKey(tenant)));
  return Object.fromEntries(Object.entries(kept ?? {}).flatMap(([name, value]) => readOffer(name, value)));
}

/** Storage may hold data from another version of the dashboard. */
function readOffer(name: string, value: unknown): [string, Offer][] {
  const { state, at, answer, isSaid } = asRecord(value) ?? {};
  const isState = state === 'works' || state === 'refused' || state === 'ignored';
  if (!isState || typeof at !== 'number' || typeof answer !== 'string') return [];
  return [[name, { state, at, answer, ...(isSaid === true && { isSaid }) }]];
}

onSwitch(() => {
  writeKept();
  offers.set(readKept(connection.get()?.key));
});
window.addEventListener('pagehide', writeKept);
window.addEventListener('storage', ({ key }) => {
  const tenant = connection.get()?.key;
  if (tenant === undefined || (key !== storageKey(tenant) && key !== null)) return;
  unwritten.delete(tenant);
  offers.set(readKept(tenant));
});
