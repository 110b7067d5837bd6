import { expect, test, vi } from 'vitest';
import { drafts } from '#contract/drafts.ts';
import { fetchList } from '#src/api/reads.ts';
import { tenantAnswers } from '../api/tenant-answers.ts';

vi.mock('#src/api/tenant/refused-reads.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

test('a refusal is reported even if the chunk that analyses it fails to load', async () => {
  const sent = tenantAnswers(() => 400);
  await expect(fetchList(drafts, { filter: { in_review: '1' } })).rejects.toMatchObject({
    kind: 'refused',
    status: 400,
  });
  expect(sent).toHaveLength(1);
});
