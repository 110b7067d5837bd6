import { describe, expect, test } from 'vitest';
import { unixNow } from '#test/builders.ts';
import { countBy, demoForFile, readRows } from './demo-rows.ts';

const DAY = 86_400;

const demo = await demoForFile();

const repeated = (texts: readonly string[]) => texts.filter((text, index) => texts.indexOf(text) !== index);

test('the demo agent has many drafts, and reviewers have some too', async () => {
  for (const name of ['harbor', 'lumen']) {
    const { drafts } = await readRows(demo, name);
    const agent = demo.people.find(({ tenant, role }) => tenant === name && role === 'agent');
    const own = drafts.filter(({ created_user_id }) => String(created_user_id) === agent?.user_id);
    const unread = own.filter((draft) => draft.resolved_time_unix && !draft.create_user_resolved_read_time_unix);
    expect(own.length).toBeGreaterThan(40);
    expect(countBy(unread, ({ status }) => status)).toEqual({
      approved: expect.any(Number),
      rejected: expect.any(Number),
    });
    expect(unread.length).toBeGreaterThanOrEqual(5);
    const reviewers = demo.people.filter(({ tenant, role }) => tenant === name && role === 'reviewer');
    const theirs = drafts.filter((draft) => reviewers.some((who) => who.user_id === String(draft.created_user_id)));
    expect(theirs.length).toBeGreaterThan(0);
  }
});

describe.each(['harbor', 'lumen'])('in %s', (name) => {
  test('drafts have plausible histories', async () => {
    const { drafts, rooms } = await readRows(demo, name);
    const supportRooms = new Set(rooms.filter(({ kind }) => kind === 1).map(({ id }) => id));
    const judges = new Set<string>();
    for (const draft of drafts) {
      const {
        created_at_unix: created,
        resolved_time_unix: resolved,
        create_user_resolved_read_time_unix: read,
      } = draft;
      expect(supportRooms.has(draft.room_id)).toBe(true);
      expect(created).toBeGreaterThan(unixNow() - 31 * DAY);
      expect(created).toBeLessThanOrEqual(unixNow());
      expect(draft.updated_at_unix).toBe(read ?? resolved ?? created);
      expect(draft.version).toBe(1 + Number(resolved !== null) + Number(read !== null));
      expect(draft.updated_at_unix).toBeLessThanOrEqual(unixNow());
      if (draft.status === 'in_review') {
        expect([draft.resolved_user_id, resolved, read, draft.comment]).toEqual([null, null, null, null]);
        continue;
      }
      expect(resolved).toBeGreaterThan(created);
      if (read !== null) expect(read).toBeGreaterThanOrEqual(resolved ?? 0);
      expect(draft.resolved_user_id).not.toBe(draft.created_user_id);
      if (draft.status === 'rejected') expect(draft.comment).toBeTruthy();
      judges.add(String(draft.resolved_user_id));
    }
    const entitled = demo.people.filter(({ tenant, role }) => tenant === name && role !== 'agent');
    const agents = demo.people.filter(({ tenant, role }) => tenant === name && role === 'agent');
    expect(entitled.every(({ user_id }) => judges.has(user_id))).toBe(true);
    expect(agents.some(({ user_id }) => judges.has(user_id))).toBe(false);
  });

  test('approved drafts were sent, others were not; edited drafts keep their original text', async () => {
    const { drafts, messages } = await readRows(demo, name);
    const sent = new Set(
      messages.map((said) => `${said.room_id} ${said.user_id} ${said.created_at_unix} ${said.content}`),
    );
    for (const draft of drafts) {
      const line = `${draft.room_id} ${draft.created_user_id} ${draft.resolved_time_unix} ${draft.message_content}`;
      expect(sent.has(line)).toBe(draft.status === 'approved');
    }
    const edited = drafts.filter(({ settings }) => JSON.parse(settings).original_content !== undefined);
    expect(edited.length).toBeGreaterThanOrEqual(5);
    for (const draft of edited) {
      expect(draft.status).toBe('approved');
      expect(JSON.parse(draft.settings).original_content).not.toBe(draft.message_content);
    }
  });

  test('some rooms have newer messages than the draft, and one has several drafts in review', async () => {
    const { drafts, messages, rooms } = await readRows(demo, name);
    const open = drafts.filter(({ status }) => status === 'in_review');
    const movedOn = open.filter((draft) =>
      messages.some((said) => said.room_id === draft.room_id && said.created_at_unix > draft.created_at_unix),
    );
    expect(movedOn.length).toBeGreaterThanOrEqual(name === 'harbor' ? 5 : 1);
    expect(Math.max(...Object.values(countBy(open, ({ room_id }) => room_id)))).toBe(name === 'harbor' ? 5 : 3);
    expect(rooms.some(({ enabled }) => enabled === 0)).toBe(true);
    expect(rooms.some(({ is_private, kind }) => is_private === 1 && kind === 1)).toBe(true);
    expect(rooms.some(({ is_external }) => is_external === 1)).toBe(true);
  });

  test('no two drafts are equal, and only short messages repeat', async () => {
    const { drafts, messages } = await readRows(demo, name);
    expect(repeated(drafts.map(({ message_content }) => message_content))).toEqual([]);
    expect(repeated(messages.map(({ content }) => content)).filter((text) => text.length > 12)).toEqual([]);
  });
});
