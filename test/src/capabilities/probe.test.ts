import { expect, test, vi } from 'vitest';
import { drafts } from '#contract/drafts.ts';
import { fetchList } from '#src/api/reads.ts';
import { tenantAnswers } from '../api/tenant-answers.ts';

vi.mock('#src/api/tenant/refused-parts.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

test('an error is not withheld because a chunk was replaced by a new version', async () => {
  const sent = tenantAnswers(() => 400);
  await expect(fetchList(drafts, { filter: { in_review: '1' } })).rejects.toMatchObject({
    kind: 'refused',
    status: 400,
  });
  expect(sent).toHaveLength(1);
});
