import { expect, test } from 'vitest';
import { loadDemo } from '#server/demo/load-demo.ts';
import { countBy, demoForFile, openDemo, readRows } from './demo-rows.ts';

const demo = await demoForFile();

test('both tenants are found by their hosts', async () => {
  for (const host of ['localhost', '127.0.0.1', '[::1]', 'harbor.localhost']) {
    expect((await demo.tenants.byHost(host))?.name).toBe('harbor');
  }
  expect((await demo.tenants.byHost('lumen.localhost'))?.name).toBe('lumen');
});

test('the demo sign-ins cover every role and belong to staff', async () => {
  const roles = ['agent', 'reviewer', 'reviewer', 'supervisor', 'admin'];
  for (const name of ['harbor', 'lumen']) {
    const own = demo.people.filter(({ tenant }) => tenant === name);
    expect(own.map(({ role }) => role)).toEqual(roles);
    for (const { host } of own) expect((await demo.tenants.byHost(host))?.name).toBe(name);
    const { users } = await readRows(demo, name);
    for (const person of own) {
      const user = users.find(({ id }) => String(id) === person.user_id);
      expect(user).toMatchObject({ name: person.name, kind: 'staff' });
    }
  }
});

test('a second load leaves existing tenants unchanged', async () => {
  const before = await readRows(demo, 'harbor');
  expect(await loadDemo(demo.tenants)).toEqual(demo.people);
  expect(await readRows(demo, 'harbor')).toEqual(before);
});

test('two new folders get the same data except for the time', async () => {
  const other = await openDemo();
  try {
    for (const name of ['harbor', 'lumen']) {
      const { members, ...first } = await readRows(demo, name);
      const { members: otherMembers, ...second } = await readRows(other, name);
      expect(otherMembers).toEqual(members);
      expect(Object.values(second).map(sinceFirst)).toEqual(Object.values(first).map(sinceFirst));
    }
  } finally {
    await other.tenants.close();
  }
});

/** Rows with times relative to the earliest one. */
function sinceFirst(rows: readonly object[]) {
  const isTime = (name: string) => name.endsWith('_unix') || name.endsWith('_ms');
  const seconds = (name: string, value: number) => (name.endsWith('_ms') ? Math.floor(value / 1000) : value);
  const times = rows.flatMap((row) =>
    Object.entries(row).flatMap(([name, value]) =>
      isTime(name) && value !== null ? [seconds(name, Number(value))] : [],
    ),
  );
  const earliest = Math.min(...times);
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        isTime(name) && value !== null ? seconds(name, Number(value)) - earliest : value,
      ]),
    ),
  );
}

test('harbor has the documented amounts of data', async () => {
  const { users, rooms, drafts, clients, keywords, suggestions } = await readRows(demo, 'harbor');
  expect(countBy(users, ({ kind }) => kind)).toEqual({ staff: 12, visitor: 50 });
  expect(countBy(rooms, ({ kind }) => kind)).toEqual({ 1: 50, 2: 6, 3: 5 });
  expect(drafts).toHaveLength(300);
  expect(clients).toHaveLength(8);
  expect(keywords).toHaveLength(40);
  expect(suggestions).toHaveLength(80);
  const states = countBy(drafts, ({ status }) => status);
  expect(states.in_review).toBeGreaterThanOrEqual(45);
  expect(states.in_review).toBeLessThanOrEqual(60);
  expect(states.rejected).toBeGreaterThanOrEqual(40);
});

test('lumen is smaller, complete, and shares nothing with harbor', async () => {
  const harbor = await readRows(demo, 'harbor');
  const { users, rooms, drafts, clients, keywords, suggestions } = await readRows(demo, 'lumen');
  expect([rooms.length, drafts.length, clients.length, keywords.length, suggestions.length]).toEqual([
    26, 90, 4, 15, 25,
  ]);
  expect(users.filter(({ kind }) => kind === 'staff')).toHaveLength(6);
  const names = new Set(harbor.users.map(({ name }) => name));
  expect(users.filter(({ name }) => names.has(name))).toEqual([]);
  const texts = new Set(harbor.messages.map(({ content }) => content));
  const shared = (await readRows(demo, 'lumen')).messages.filter(
    ({ content }) => texts.has(content) && content.length > 10,
  );
  expect(shared).toEqual([]);
});
