import { i18n } from '@lingui/core';
import { describe, expect, test } from 'vitest';
import { rooms } from '#contract/rooms.ts';
import { isUnsupported } from '#src/api/capabilities.ts';
import { decideBatch } from '#src/api/decide-batch.ts';
import { decideDraft, resumeDecision } from '#src/api/decide-draft.ts';
import { CommentNotSavedError, type Decision } from '#src/api/decision.ts';
import { fetchHistory } from '#src/api/history.ts';
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
  test.each([204, 202])('is written again as an update of the draft, after %i', async (status) => {
    const { sent, drafts } = tenant((asked, all) => {
      if (asked.method === 'PUT' && asked.path === '/support_draft_messages/9') {
        Object.assign(all['9']?.attributes ?? {}, { comment: 'Too long' });
        return 204;
      }
      return decides(asked, all, 'rejected') && status;
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
    await expect(decideDraft(decision('9'), here())).rejects.toThrow(CommentNotSavedError);
    expect(sent.filter(({ path }) => path.endsWith('/reject'))).toHaveLength(1);
  });
});

describe('a draft that is already decided', () => {
  const approval = { kind: 'approve', comment: '', by: '7' } as const;
  const isWrite = ({ method }: Sent) => method !== 'GET';

  /** Approves draft 9 with its text unchanged, by the given person, if any. Returns the requests. */
  function approved(by?: string) {
    const { sent, drafts } = tenant(() => undefined);
    const resolved = by === undefined ? {} : { resolved_user: { data: { type: 'users', id: by } } };
    const { relationships, ...draft } = draftDocument('9', 'approved');
    drafts['9'] = Object.assign(draft, { relationships: { ...relationships, ...resolved } });
    return sent;
  }

  test.each([undefined, '7', '8'])('is not edited and approved again if approved by %s', async (by) => {
    const sent = approved(by);
    const edited = decision('9', { ...approval, editedContent: 'Good day' });
    expect(await decideDraft(edited, here())).toMatchObject({ error: { errors: [{ code: 'already_resolved' }] } });
    expect(sent.filter(isWrite)).toEqual([]);
  });

  test('is reported if another user has approved it', async () => {
    const sent = approved('8');
    const outcome = await decideDraft(decision('9', approval), here());
    expect(outcome).toMatchObject({ error: { errors: [{ code: 'already_resolved' }] } });
    expect(sent.filter(isWrite)).toEqual([]);
  });

  test.each([undefined, '7'])(
    'counts as done, and is not approved a second time, if it was approved by %s',
    async (by) => {
      const sent = approved(by);
      expect(await decideDraft(decision('9', approval), here())).toMatchObject({ kind: 'done' });
      expect(sent.filter(isWrite)).toEqual([]);
    },
  );
});

describe('an approval with edits whose response was lost', () => {
  /** Draft 9; the answer to the first approval is lost, before or after it was applied. */
  function losing(isApplied: boolean) {
    let losses = 1;
    return tenant((asked, all) => {
      const draft = all['9']?.attributes ?? {};
      if (asked.method === 'PUT' && asked.path.endsWith('/9')) {
        Object.assign(draft, { message_content: 'Good day', updated_at_unix: 3 });
        return 204;
      }
      if (!asked.path.endsWith('/approve')) return undefined;
      if (losses-- > 0 && !isApplied) throw new TypeError('connection reset');
      decides(asked, all, 'approved');
      if (losses === 0) throw new TypeError('connection reset');
      return 204;
    });
  }

  test.each([
    ['is sent again', false, ['/9', '/9/approve', '/9/approve']],
    ['is found applied', true, ['/9', '/9/approve']],
  ] as const)('%s, and its text is written once', async (_, isApplied, writes) => {
    const { sent, drafts } = losing(isApplied);
    const edited = decision('9', { kind: 'approve', comment: '', by: '7', editedContent: 'Good day' });
    expect(await decideDraft(edited, here())).toMatchObject({ kind: 'lost' });
    expect(await resumeDecision(edited, here(), () => undefined)).toMatchObject({ kind: 'done' });
    expect(drafts['9']?.attributes).toMatchObject({ status: 'approved', message_content: 'Good day' });
    const paths = sent.filter(({ method }) => method === 'PUT').map(({ path }) => path);
    expect(paths).toEqual(writes.map((end) => `/support_draft_messages${end}`));
  });

  test('is refused if another user has approved the original text since', async () => {
    const { drafts } = losing(false);
    const edited = decision('9', { kind: 'approve', comment: '', editedContent: 'Good day' });
    expect(await decideDraft(edited, here())).toMatchObject({ kind: 'lost' });
    drafts['9'] = draftDocument('9', 'approved');
    expect(await resumeDecision(edited, here(), () => undefined)).toMatchObject({
      error: { errors: [{ code: 'already_resolved' }] },
    });
  });
});

test('without a history, new messages are looked up in the room’s list, or not at all without that', async () => {
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

test('a room whose messages the tenant offers nowhere is not reported as missing', async () => {
  tenant(() => undefined);
  await expect(fetchHistory('8', 1, {})).rejects.toMatchObject({ isNotFound: true });
  await expect(fetchHistory('7', 1, {})).rejects.toMatchObject({ isUnsupported: true });
  await expect(fetchHistory('7', 1, {})).rejects.toMatchObject({ isUnsupported: true });
});

describe('activity in the room after the newest message seen', () => {
  const users = ['staff', 'visitor', 'customer'].map((kind) => ({
    id: kind,
    type: 'users',
    attributes: { name: 'Mina', kind },
  }));
  const message = (id: string, author: string | undefined) => ({
    id,
    type: 'messages',
    attributes: { content: 'Hi', created_at_unix: Number(id) },
    relationships: author === undefined ? {} : { user: { data: { type: 'users', id: author } } },
  });

  /** Approves draft 9 after message 4 was seen. `authors` are those of messages 3, 4, and so on. */
  async function approveAfter(...authors: (string | undefined)[]) {
    const data = authors.map((author, index) => message(String(index + 3), author)).reverse();
    tenant((asked, all) =>
      asked.path.startsWith('/rooms/7/history') ? { body: { data, included: users } } : decides(asked, all, 'approved'),
    );
    const seen = { ...decision('9').seen, lastMessageId: '4' };
    return decideDraft(decision('9', { kind: 'approve', comment: '', seen }), here());
  }

  test.each([
    ['nothing', ['visitor', 'visitor']],
    ['an approved draft', ['visitor', 'visitor', 'staff']],
  ])('does not stop an approval: %s', async (_, authors) => {
    expect(await approveAfter(...authors)).toMatchObject({ kind: 'done' });
  });

  test.each([
    ['a visitor’s message', ['visitor', 'staff', 'visitor']],
    ['one that has been answered', ['visitor', 'staff', 'visitor', 'staff']],
    ['a message of an unknown author', ['visitor', 'visitor', undefined, 'staff']],
    ['a message of an author of unknown kind', ['visitor', 'visitor', 'customer']],
  ])('stops an approval: %s', async (_, authors) => {
    expect(await approveAfter(...authors)).toMatchObject({ error: { errors: [{ code: 'room_moved_on' }] } });
  });
});

describe('several drafts of a room', () => {
  const both = [decision('9'), decision('10')];

  test('are sent individually if the tenant has no room action, which is then not tried again', async () => {
    const { sent } = tenant(() => undefined);
    expect(await decideBatch(both, here())).toBeUndefined();
    expect(isUnsupported(ALL)).toBe(true);
    const before = sent.length;
    expect(await decideBatch(both, here())).toBeUndefined();
    expect(sent).toHaveLength(before);
  });

  test('are reloaded if the response lacks them, to report an open one and resend a dropped reason', async () => {
    const { sent, drafts } = tenant(({ method, path, body }, all) => {
      if (method !== 'PUT') return undefined;
      const [id = '9'] = /\d+$/.exec(path) ?? [];
      if (path.startsWith('/rooms/')) Object.assign(all['9']?.attributes ?? {}, { status: 'rejected' });
      else Object.assign(all[id]?.attributes ?? {}, (body as { data: Draft }).data.attributes);
      return { body: { data: { id: '9', type: 'rooms', attributes: { name: 'Not a draft' } } } };
    });
    expect(Object.keys((await decideBatch(both, here())) ?? {})).toEqual(['10']);
    expect(drafts['9']?.attributes).toMatchObject({ status: 'rejected', comment: 'Too long' });
    expect(sent.filter(({ path }) => path.startsWith('/rooms/7/reject'))).toHaveLength(1);
  });

  test('get the dropped reason again if the tenant has only accepted them, but one is decided already', async () => {
    const { drafts } = tenant(({ method, path, body }, all) => {
      if (method !== 'PUT') return undefined;
      if (path.startsWith('/rooms/')) Object.assign(all['9']?.attributes ?? {}, { status: 'rejected' });
      else Object.assign(all['9']?.attributes ?? {}, (body as { data: Draft }).data.attributes);
      return 202;
    });
    expect(await decideBatch(both, here())).toEqual({});
    expect(drafts['9']?.attributes).toMatchObject({ status: 'rejected', comment: 'Too long' });
    expect(drafts['10']?.attributes).not.toHaveProperty('comment', 'Too long');
  });
});

test('users that cannot be listed are offered by id, without another request', async () => {
  const sent = tenantAnswers(() => 405);
  expect(await staffChoice.search('31')).toEqual([{ id: '31', label: '#31' }]);
  const asked = sent.length;
  expect(await staffChoice.search('a-uuid')).toEqual([{ id: 'a-uuid', label: '#a-uuid' }]);
  expect(sent).toHaveLength(asked);
});

test('users are offered, whatever their kind, if the tenant knows none as staff', async () => {
  const mina = { id: '31', type: 'users', attributes: { name: 'Mina', kind: 'operator' } };
  tenantAnswers(({ path }) => ({ body: { data: path.includes('=staff') ? [] : [mina] } }));
  expect(await staffChoice.search('')).toEqual([{ id: '31', label: 'Mina' }]);
  expect(await staffChoice.search('min')).toEqual([{ id: '31', label: 'Mina' }]);
});
