import { expect, test, vi } from 'vitest';
import { drafts } from '#contract/drafts.ts';
import { ApiError } from '#src/api/errors.ts';
import { findRefusedFilters } from '#src/api/offers/probe.ts';

vi.mock('#src/api/offers/ask-for-filters.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

test('a refusal is not held back by code that a new version of the dashboard has replaced', async () => {
  const refusal = new ApiError('refused', 400);
  expect(await findRefusedFilters(drafts, { in_review: '1' }, refusal)).toEqual([]);
});
