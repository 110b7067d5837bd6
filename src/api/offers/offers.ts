import { asRecord } from '#src/lib/json.ts';
import { createStore } from '#src/lib/store.ts';
import { readStored, writeStored } from '#src/lib/stored.ts';
import { whenIdle } from '#src/lib/when-idle.ts';
import { connection, onSwitch } from '../connection.ts';

/** What has been learnt about one thing that a tenant may offer. */
export interface Offer {
  /** `ignored`: a filter that is taken and changes nothing. */
  state: 'works' | 'refused' | 'ignored';
  /** When, in milliseconds since 1970. */
  at: number;
  /** What was answered, such as `405 Method not allowed`. */
  answer: string;
  /** Whether the person has been told that it is lacking. */
  isSaid?: boolean;
}

/** By endpoint (`PUT /rooms/{id}/…`), filter (`GET /rooms filter[starred]`) or habit. */
export type Offers = Readonly<Record<string, Offer>>;

/** What a tenant may do in answers of any kind: count records, tell what the caller may do, keep reasons. */
export const HABITS = ['counts', 'meta.can', 'comment'] as const;

/** Name of a filter among the offers. */
export const filterOffer = (type: string, name: string): string => `GET /${type} filter[${name}]`;

const DAY_MS = 24 * 60 * 60_000;
/** What was lacking is asked for again after that: it may have come with another release. */
const FORGOTTEN_MS = 7 * DAY_MS;
const LONGEST_ANSWER = 200;

const storageKey = (tenant: string) => `countersign.offers.${tenant}`;

/** What the tenant one is signed in to has shown to offer and to lack. */
export const offers = createStore<Offers>(readKept(connection.get()?.key));

/** What is not stored yet, by tenant. */
const unwritten = new Map<string, Offers>();

/** Whether it is known to be lacking, so that it is not worth asking for. */
export const isLacking = (all: Offers, name: string): boolean => {
  const offer = all[name];
  return offer !== undefined && offer.state !== 'works' && Date.now() - offer.at < FORGOTTEN_MS;
};

/** Whether the tenant one is signed in to is known to lack something. */
export const lacks = (name: string): boolean => isLacking(offers.get(), name);

/** Keeps what was learnt about the tenant one is signed in to. What is known and fresh is not written again. */
export function noteOffer(name: string, state: Offer['state'], answer: string): void {
  const all = offers.get();
  const known = all[name];
  const isFresh = known !== undefined && Date.now() - known.at < DAY_MS;
  if (known?.state === state && isFresh) return;
  // Some answers may have a habit and others not: that is one thing to tell.
  const isHabit = (HABITS as readonly string[]).includes(name);
  const isSaid = known?.isSaid === true && (known.state === state || isHabit);
  const noted = { state, at: Date.now(), answer: answer.slice(0, LONGEST_ANSWER), ...(isSaid && { isSaid }) };
  keep({ ...all, [name]: noted });
}

/** Names of what is lacking and has not been told. A filter is told of where it is asked for. */
export const unsaidLacks = (all: Offers): string[] =>
  Object.keys(all).filter((name) => isLacking(all, name) && !all[name]?.isSaid && !name.endsWith(']'));

/** Notes what has been told to the person. */
export function noteSaid(names: readonly string[]): void {
  const said = Object.entries(offers.get()).map(([name, offer]): [string, Offer] => [
    name,
    names.includes(name) ? { ...offer, isSaid: true } : offer,
  ]);
  keep(Object.fromEntries(said));
}

/** Forgets all that was learnt about the tenant one is signed in to. */
export const forgetOffers = (): void => keep({});

function keep(all: Offers): void {
  const tenant = connection.get()?.key;
  if (tenant === undefined) return;
  offers.set(all);
  // To store something takes as long as drawing some lines of a list, and an answer is to be seen at once.
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

/** What lies in storage may be from another time of this program. */
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
