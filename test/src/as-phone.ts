import { vi } from 'vitest';

/** A window as narrow as a phone's, under a finger, until the end of the test. */
export function asPhone(): void {
  const applies = (query: string) => /pointer: coarse|hover: none|width </.test(query);
  vi.stubGlobal('matchMedia', (query: string) => Object.assign(new EventTarget(), { matches: applies(query) }));
}
