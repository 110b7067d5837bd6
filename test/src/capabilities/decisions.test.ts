import { i18n } from '@lingui/core';
import { describe, expect, test } from 'vitest';
import { rooms } from '#contract/rooms.ts';
import { isUnsupported } from '#src/api/capabilities.ts';
import { decideDraft } from '#src/api/decide-draft.ts';
import { decideTogether } from '#src/api/decide-together.ts';
import type { Decision } from '#src/api/decision.ts';
import { staffChoice } from '#src/domain/people/staff-choice.ts';
import { draftDocument, type Given, here, type Sent, tenantAnswers } from '../api/tenant-answers.ts';

i18n.loadAndActivate({ locale: 'en', messages: {} });

const ALL = 'PUT /rooms/{id}/reject_support_draft_messages';

/** A tenant without record versions, with drafts 9 and 10 in review in room 7. It offers only what `answer` handles. */
function tenant(answer: (sent: Sent, drafts: Record<string, Draft>) => Given | undefined) {
  const drafts: Record<string, Draft> = { '9': draftDocument('9'), '10': draftDocument('10') };
  const sent = tenantAnswers((asked) => {
    const own = answer(asked, drafts);
    if (own !== undefined) return own;
    const id = /^\/support_draft_messages\/(\d+)$/.exec(asked.path)?.[1];
    if (asked.method === 'GET' && id && drafts[id]) return { body: { data: drafts[id] } };
    if (asked.path === '/rooms/7')
      return { body: { data: { id: '7', type: rooms.type, attributes: { name: 'Anna' } } } };
    if (asked.path.startsWith('/support_draft_messages?')) return { body: { data: Object.values(drafts) } };
    return 404;
  });
  return { sent, drafts };
}

interface Draft {
  id: string;
  attributes: Record<string, unknown>;
}
const decision = (draftId: string, more: Partial<Decision> = {}): Decision => ({
  draftId,
  kind: 'reject',
  comment: 'Too long',
  force: false,
  seen: { roomId: '7', content: 'Hello', updatedAtUnix: 2 },
  ...more,
});
const decides = ({ method, path }: Sent, drafts: Record<string, Draft>, status: string) => {
  const id = method === 'PUT' ? /(\d+)\/(approve|reject)$/.exec(path)?.[1] : undefined;
  if (id && drafts[id]) Object.assign(drafts[id].attributes, { status });
  return id && drafts[id] ? 204 : undefined;
};

describe('the reason of a decision, dropped by the tenant', () => {
  test('is written again as an update of the draft', async () => {
    const { sent, drafts } = tenant((asked, all) => {
      if (asked.method === 'PUT' && asked.path === '/support_draft_messages/9') {
        Object.assign(all['9']?.attributes ?? {}, { comment: 'Too long' });
        return 204;
      }
      return decides(asked, all, 'rejected');
    });
    expect(await decideDraft(decision('9'), here())).toMatchObject({ kind: 'done' });
    expect(drafts['9']?.attributes).toMatchObject({ status: 'rejected', comment: 'Too long' });
    expect(sent.filter(({ method }) => method === 'PUT')).toHaveLength(2);
    expect(isUnsupported('comment')).toBe(true);
  });

  test('is reported if that is refused as well', async () => {
    const { sent } = tenant((asked, all) =>
      asked.path.endsWith('/9') && asked.method === 'PUT' ? 422 : decides(asked, all, 'rejected'),
    );
    expect(await decideDraft(decision('9'), here())).toMatchObject({ kind: 'commentLost' });
    expect(sent.filter(({ path }) => path.endsWith('/reject'))).toHaveLength(1);
  });
});

test('a tenant without history is checked by its messages, or not at all without those', async () => {
  const messages = {
    body: { data: [{ id: '5', type: 'messages', attributes: { content: 'Hi', created_at_unix: 3 } }] },
  };
  const approval = { kind: 'approve', comment: '' } as const;
  const seen = { ...decision('9').seen, lastMessageId: '4' };
  tenant((asked, all) => (asked.path.startsWith('/rooms/7/messages') ? messages : decides(asked, all, 'approved')));
  expect(await decideDraft(decision('9', { ...approval, seen }), here())).toMatchObject({
    error: { errors: [{ code: 'room_moved_on' }] },
  });
  expect(isUnsupported('GET /rooms/{id}/history')).toBe(true);

  const { drafts } = tenant((asked, all) => decides(asked, all, 'approved'));
  expect(await decideDraft(decision('10', { ...approval, seen }), here())).toMatchObject({ kind: 'done' });
  expect(drafts['10']?.attributes.status).toBe('approved');
});

describe('several drafts of a room', () => {
  const both = [decision('9'), decision('10')];

  test('are sent one by one if the tenant has no room action, which is not tried again', async () => {
    const { sent } = tenant(() => undefined);
    expect(await decideTogether(both, here())).toEqual({ kind: 'alone' });
    expect(isUnsupported(ALL)).toBe(true);
    const before = sent.length;
    expect(await decideTogether(both, here())).toEqual({ kind: 'alone' });
    expect(sent).toHaveLength(before);
  });

  test('are reloaded after a response without them, to report an open one and send a dropped reason again', async () => {
    const { sent, drafts } = tenant(({ method, path, body }, all) => {
      if (method !== 'PUT') return undefined;
      const [id = '9'] = /\d+$/.exec(path) ?? [];
      if (path.startsWith('/rooms/')) Object.assign(all['9']?.attributes ?? {}, { status: 'rejected' });
      else Object.assign(all[id]?.attributes ?? {}, (body as { data: Draft }).data.attributes);
      return { body: { data: { id: '9', type: 'rooms', attributes: { name: 'Not a draft' } } } };
    });
    const outcome = await decideTogether(both, here());
    expect(outcome.kind === 'done' && Object.keys(outcome.value)).toEqual(['10']);
    expect(drafts['9']?.attributes).toMatchObject({ status: 'rejected', comment: 'Too long' });
    expect(sent.filter(({ path }) => path.startsWith('/rooms/7/reject'))).toHaveLength(1);
  });
});

test('users that cannot be listed are offered by id, without another request', async () => {
  const sent = tenantAnswers(() => 405);
  expect(await staffChoice.search('31')).toEqual([{ id: '31', label: '#31' }]);
  const asked = sent.length;
  expect(await staffChoice.search('a-uuid')).toEqual([{ id: 'a-uuid', label: '#a-uuid' }]);
  expect(sent).toHaveLength(asked);
});
