import { vi } from 'vitest';

/** Simulates a phone, with a narrow window and touch input, until the end of the test. */
export function asPhone(): void {
  const applies = (query: string) => /pointer: coarse|hover: none|width </.test(query);
  vi.stubGlobal('matchMedia', (query: string) => Object.assign(new EventTarget(), { matches: applies(query) }));
}
