import { expect, test, vi } from 'vitest';
import { drafts } from '#contract/drafts.ts';
import { getList } from '#src/api/tenant/reads.ts';
import { tenantAnswers } from '../api/tenant-answers.ts';

vi.mock('#src/api/tenant/refused-parts.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

test('an error is not withheld because a chunk was replaced by a new version', async () => {
  const sent = tenantAnswers(() => 400);
  expect(await getList(drafts, { filter: { in_review: '1' } })).toMatchObject({
    kind: 'refused',
    error: { status: 400 },
  });
  expect(sent).toHaveLength(1);
});
