import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { drafts } from '#contract/drafts.ts';
import { signIn } from '#src/api/connection.ts';
import { decideDraft } from '#src/api/decide-draft.ts';
import { CommentNotSavedError } from '#src/api/decision.ts';
import { oneQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { createDecision } from '#src/outbox/create-decision.ts';
import { aDraft, aRoom } from '#test/builders.ts';
import { startService } from '../render-page.tsx';

const ROUNDS = 200;
const REVIEWERS = 20;

const verdicts = fc.array(fc.constantFrom('approve' as const, 'reject'), {
  minLength: REVIEWERS,
  maxLength: REVIEWERS,
});

test('one of twenty concurrent reviewers decides, and no text changed after reading is approved', async () => {
  const service = await startService();
  vi.stubGlobal('fetch', service.fetch);
  const from = signIn(service.origin, service.tokens.reviewer);
  const round = async (kinds: readonly ('approve' | 'reject')[], isEdited: boolean) => {
    const room = await aRoom(service.db);
    const draft = await aDraft(service.db, { room_id: room.id, created_user_id: service.userIds.agent });
    const { row } = await queryClient.query({ ...oneQuery(drafts, String(draft.id)), staleTime: 0 });
    if (isEdited) {
      const data = { type: drafts.type, id: row.id, attributes: { message_content: 'Another text.' } };
      await service.send('PUT', `/${drafts.type}/${row.id}`, { as: 'agent', body: { data } });
    }
    const told = await Promise.all(
      kinds.map((kind, index) => {
        const comment = kind === 'reject' ? `reason ${index}` : '';
        const done = { kind, comment: comment || null };
        return decideDraft(createDecision(row, kind, { comment }), from).then(
          (outcome) => (outcome.kind === 'done' ? done : undefined),
          (error) => {
            expect(error).toBeInstanceOf(CommentNotSavedError);
            return undefined;
          },
        );
      }),
    );
    const now = (await service.send('GET', `/${drafts.type}/${row.id}`)).record;
    const { status, comment } = now.attributes ?? {};
    const { records: messages } = await service.send('GET', `/rooms/${room.id}/history`);
    const done = told.filter((each) => each !== undefined);
    if (isEdited) expect([status, done, messages]).toEqual(['in_review', [], []]);
    else {
      expect(messages).toHaveLength(status === 'approved' ? 1 : 0);
      expect(done.length).toBeGreaterThan(0);
      // Approving an approved draft also reports success; of several reasons, exactly one is stored.
      const kind = status === 'approved' ? 'approve' : 'reject';
      expect(new Set(done.map((each) => JSON.stringify(each)))).toEqual(new Set([JSON.stringify({ kind, comment })]));
    }
    queryClient.clear();
  };
  await fc.assert(fc.asyncProperty(verdicts, fc.boolean(), round), { numRuns: ROUNDS });
});
