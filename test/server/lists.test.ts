import { beforeAll, describe, expect, test } from 'vitest';
import { resources } from '#contract/resources.ts';
import { aClient, aDraft, aKeyword, aRoom, aSuggestion } from '#test/builders.ts';
import { serviceForFile } from '#test/service.ts';

const service = await serviceForFile();

const LIST = '/master_keywords';
const page = (number: number, size: number) =>
  `http://harbor.test/rapi/v1/master_keywords?page%5Bnumber%5D=${number}&page%5Bsize%5D=${size}`;
const names = async (search: string) =>
  (await service.send('GET', `${LIST}${search}`)).records.map((record) => record.attributes?.key_name);

test.each(Object.keys(resources))('%s returns a list', async (type) => {
  const { status, headers, meta, links } = await service.send('GET', `/${type}`);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/vnd.api+json');
  expect(meta.record_count).toBeGreaterThanOrEqual(0);
  expect(links.first).toMatch(/^http:\/\/harbor\.test\/rapi\/v1\//);
});

test('an empty list has 0 records on 0 pages, and its last page is the first', async () => {
  const { records, meta, links } = await service.send('GET', LIST);
  expect(records).toEqual([]);
  expect(meta).toEqual({ record_count: 0, page_count: 0 });
  expect(links).toEqual({ first: page(1, 25), last: page(1, 25) });
});

describe('with seven keywords', () => {
  beforeAll(async () => {
    for (const name of ['delta', 'alpha', 'echo', 'bravo', 'golf', 'charlie', 'foxtrot']) {
      await aKeyword(service.db, { key_name: name, key_title: name < 'd' ? 'early' : 'late' });
    }
  });

  test.each([
    ['first', 1, { next: page(2, 3) }],
    ['middle', 2, { prev: page(1, 3), next: page(3, 3) }],
    ['last', 3, { prev: page(2, 3) }],
    ['past the end', 9, { prev: page(8, 3) }],
  ])('the %s page has its pagination links', async (_, number, expected) => {
    const { status, records, meta, links } = await service.send('GET', `${LIST}?page[number]=${number}&page[size]=3`);
    expect(status).toBe(200);
    expect(records).toHaveLength([3, 3, 1][number - 1] ?? 0);
    expect(meta).toEqual({ record_count: 7, page_count: 3 });
    expect(links).toEqual({ first: page(1, 3), last: page(3, 3), ...expected });
  });

  test('links keep filter, sort, include and fields, with encoded brackets', async () => {
    const { links } = await service.send(
      'GET',
      '/rooms?filter[name_like]=a,b&sort=-id&include=users&fields[users]=name&page[size]=1',
    );
    expect(links.first).toBe(
      'http://harbor.test/rapi/v1/rooms?filter%5Bname_like%5D=a%2Cb&sort=-id&include=users&fields%5Busers%5D=name&page%5Bnumber%5D=1&page%5Bsize%5D=1',
    );
  });

  test.each([
    ['by id by default', '', ['delta', 'alpha', 'echo', 'bravo', 'golf', 'charlie', 'foxtrot']],
    ['ascending', '?sort=key_name', ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot', 'golf']],
    ['descending', '?sort=-key_name', ['golf', 'foxtrot', 'echo', 'delta', 'charlie', 'bravo', 'alpha']],
    ['by several', '?sort=key_title,-key_name', ['charlie', 'bravo', 'alpha', 'golf', 'foxtrot', 'echo', 'delta']],
    ['with ties by id', '?sort=key_title', ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'golf', 'foxtrot']],
    ['by id itself', '?sort=-id', ['foxtrot', 'charlie', 'golf', 'bravo', 'echo', 'alpha', 'delta']],
    ['blank', '?sort=', ['delta', 'alpha', 'echo', 'bravo', 'golf', 'charlie', 'foxtrot']],
  ])('sorts %s', async (_, search, expected) => {
    expect(await names(search)).toEqual(expected);
  });

  test.each([
    ['unknown parameter', '?nonsense=1&page[offset]=3&filter=x'],
    ['blank filter', '?filter[id]='],
    ['blank include', '?include='],
  ])('ignores: %s', async (_, search) => {
    expect(await names(search)).toHaveLength(7);
  });
});

describe('rooms sort by the start of their wait', () => {
  test.each([
    ['awaiting_since_unix', ['first', 'second', 'third']],
    ['-awaiting_since_unix', ['third', 'second', 'first']],
  ])('%s', async (sort, expected) => {
    for (const [name, awaiting_since_unix] of [
      ['second', 200],
      ['third', 300],
      ['first', 100],
    ] as const)
      await aRoom(service.db, { name, awaiting_support: 1, awaiting_since_unix, description: sort });
    const { records, links } = await service.send(
      'GET',
      `/rooms?filter[awaiting_support]=1&sort=${sort}&page[size]=100`,
    );
    const own = records.filter((record) => record.attributes?.description === sort);
    expect(own.map((record) => record.attributes?.name)).toEqual(expected);
    expect(links.first).toContain(`sort=${sort}`);
  });
});

describe('nulls sort as the smallest value', () => {
  test.each([
    ['comment', [null, 'a', 'b']],
    ['-comment', ['b', 'a', null]],
  ])('%s', async (sort, expected) => {
    const room = await aRoom(service.db);
    for (const comment of ['b', null, 'a']) await aDraft(service.db, { comment, room_id: room.id, kind: sort });
    const { records } = await service.send('GET', `/support_draft_messages?sort=${sort}&page[size]=100`);
    const own = records.filter((record) => record.attributes?.kind === sort);
    expect(own.map((record) => record.attributes?.comment)).toEqual(expected);
  });
});

test.each([
  ['page[size]=0', '118', 'page[size]'],
  ['page[size]=101', '118', 'page[size]'],
  ['page[size]=-1', '118', 'page[size]'],
  ['page[size]=abc', '118', 'page[size]'],
  ['page[size]=1e1', '118', 'page[size]'],
  ['page[size]=', '118', 'page[size]'],
  ['page[number]=0', '118', 'page[number]'],
  ['page[number]=1.5', '118', 'page[number]'],
  ['page[number]=1000000000000000', '118', 'page[number]'],
  ['page[size]=1&page[size]=100', '400', 'page[size]'],
  ['sort=name&sort=id', '400', 'sort'],
  ['sort=nonsense', '114', 'sort'],
  ['sort=settings', '114', 'sort'],
  ['sort=-name;drop', '114', 'sort'],
  ['include=nonsense', '112', 'include'],
  ['include=users.nonsense', '112', 'include'],
  ['fields[nonsense]=name', '101', 'fields[nonsense]'],
  ['fields[rooms]=nonsense', '104', 'fields[rooms]'],
  ['fields[rooms]=toString', '104', 'fields[rooms]'],
  ['filter[nonsense]=1', '102', 'filter[nonsense]'],
  ['filter[toString]=1', '102', 'filter[toString]'],
  ['filter[__proto__]=1', '102', 'filter[__proto__]'],
  ['filter[is_private]=maybe', '107', 'filter[is_private]'],
  ['filter[starred]=2', '107', 'filter[starred]'],
  ['filter[private_rooms]=yes', '107', 'filter[private_rooms]'],
  ['filter[kind]=4', '107', 'filter[kind]'],
  ['filter[id]=abc', '107', 'filter[id]'],
  ['filter[id]=1e0', '107', 'filter[id]'],
  ['filter[sort_unread_read_for_user_id]=x', '107', 'filter[sort_unread_read_for_user_id]'],
  [`filter[name_like]=${'x'.repeat(1_001)}`, '107', 'filter[name_like]'],
  [`filter[name_like]=${Array.from({ length: 21 }, (_, index) => index).join()}`, '107', 'filter[name_like]'],
  ['include=users,messages.room.messages.room.messages.room', '112', 'include'],
])('refuses ?%s with code %s', async (search, code, parameter) => {
  const { status, errors } = await service.send('GET', `/rooms?${search}`);
  expect(status).toBe(400);
  expect(errors).toEqual([expect.objectContaining({ status: '400', code, source: { parameter } })]);
});

test.each([
  '/rooms',
  '/rooms?filter[name_like]=a',
  '/rooms?filter[sort_unread_read_for_user_id]=1',
  '/support_draft_messages?sort=-status',
])('a page far past the end of %s is empty', async (list) => {
  for (const [number, prev] of [
    ['9999999999', '9999999998'],
    ['999999999999999', '999999999999998'],
  ]) {
    const path = `${list}${list.includes('?') ? '&' : '?'}page[size]=100&page[number]=${number}`;
    const { status, records, links, meta } = await service.send('GET', path);
    expect([status, records]).toEqual([200, []]);
    expect(Object.keys(links).sort()).toEqual(['first', 'last', 'prev']);
    expect(links.prev).toContain(`page%5Bnumber%5D=${prev}&`);
    const first = await service.send('GET', list);
    expect(meta.record_count).toBe(first.meta.record_count);
  }
});

test.each([
  ['rooms?sort=-nonsense', 'Invalid sort criteria', 'nonsense is not a sort field of rooms.'],
  ['support_draft_messages?include=room.nonsense', 'Invalid include', 'nonsense is not a relationship of rooms.'],
  ['rooms?fields[nonsense]=name', 'Invalid resource', 'nonsense is not a resource.'],
  ['rooms?fields[users]=nonsense', 'Invalid field', 'nonsense is not a field of users.'],
  [
    'suggestions?filter[nonsense]=1',
    'Filter not allowed',
    'nonsense is not a filter of suggestions. Its filters: id, room_id.',
  ],
  [
    'rooms?page[number]=0',
    'Invalid page value',
    'page[number] must be a whole number of at least 1, with at most 15 digits.',
  ],
  ['rooms?page[size]=101', 'Invalid page value', 'page[size] must be a whole number from 1 to 100.'],
  ['rooms?sort=id&sort=id', 'Bad Request', 'The parameter sort was given more than once.'],
  ['rooms?roomMeta=summary&roomMeta=', 'Bad Request', 'The parameter roomMeta was given more than once.'],
  ['rooms?roomMeta=all', 'Bad Request', 'roomMeta accepts summary.'],
])('says what is wrong with %s', async (path, title, detail) => {
  const { errors } = await service.send('GET', `/${path}`);
  expect(errors).toMatchObject([{ status: '400', title, detail }]);
});

test('reports all errors of a query at once', async () => {
  const { errors } = await service.send('GET', '/rooms?page[size]=0&sort=x&include=y');
  expect(errors.map((error) => error.code).sort()).toEqual(['112', '114', '118']);
});

test('accepts every kind of sortable attribute', async () => {
  expect((await service.send('GET', '/rooms?sort=id,-name,kind,created_at')).status).toBe(200);
});

test('accepts as many ids and sort fields as a URL can hold', async () => {
  const ids = Array.from({ length: 1_500 }, (_, index) => index).join();
  expect((await service.send('GET', `/rooms?filter[id]=${ids}`)).status).toBe(200);
  expect((await service.send('GET', `/rooms?sort=${'id,'.repeat(2_600)}`)).status).toBe(200);
});

test('reports a repeated error once', async () => {
  const { errors } = await service.send('GET', '/rooms?sort=x,x&filter[id]=1&filter[id]=2&filter[id]=3');
  expect(errors).toHaveLength(2);
});

describe('filters', () => {
  const ids = async (path: string) => (await service.send('GET', path)).records.map((record) => record.id);

  test('match any of several values, and quotes protect commas', async () => {
    const rooms = [];
    for (const name of ['Ada', 'Ben, Jr.', 'Cleo "C"', '50%', '50 of us']) {
      rooms.push(String((await aRoom(service.db, { name })).id));
    }
    const [ada, ben, cleo, percent] = rooms;
    const filter = (value: string) => ids(`/rooms?filter[name]=${encodeURIComponent(value)}`);
    expect(await filter('Ada')).toEqual([ada]);
    expect(await filter('Ada,"Ben, Jr."')).toEqual([ada, ben]);
    expect(await filter('"Cleo ""C"""')).toEqual([cleo]);
    // Not valid CSV, so taken literally.
    expect(await filter('Cleo "C"')).toEqual([cleo]);
    expect(await ids('/rooms?filter[name][]=Ada&filter[name][]=Ben,%20Jr.')).toEqual([ada, ben]);
    expect(await ids(`/rooms?filter[id]=${ada},,${percent}`)).toEqual([ada, percent]);
    expect(await ids('/rooms?filter[name_like]=50%25')).toEqual([percent]);
  });

  let found: number;
  beforeAll(async () => {
    found = (await aRoom(service.db, { name: 'x äpfel abc 東京駅 100%_\\ 🐙 y' })).id;
    await aRoom(service.db, { name: 'x apfel 東 京 100xy' });
  });

  test.each([
    ['of another case', 'ÄPFEL'],
    ['in full width', 'ａｂｃ'],
    ['of two characters', '東京'],
    ['with wildcards', '100%_\\'],
    ['an emoji', '🐙'],
  ])('match a part of a text %s', async (_, text) => {
    expect(await ids(`/rooms?filter[name_like]=${encodeURIComponent(text)}`)).toEqual([String(found)]);
  });

  test.each<[string, (room_id: number) => Promise<{ id: number }>, string]>([
    ['suggestions', (room_id) => aSuggestion(service.db, { room_id }), 'id'],
    ['suggestions', (room_id) => aSuggestion(service.db, { room_id }), 'room_id'],
    ['support_draft_messages', (room_id) => aDraft(service.db, { room_id }), 'id'],
    ['rooms', () => aRoom(service.db), 'id'],
    ['clients', () => aClient(service.db), 'id'],
    ['master_keywords', () => aKeyword(service.db), 'id'],
  ])('match %s by id', async (type, make, name) => {
    const room = await aRoom(service.db);
    const { id } = await make(room.id);
    await make((await aRoom(service.db)).id);
    expect(await ids(`/${type}?filter[${name}]=${name === 'room_id' ? room.id : id}`)).toEqual([String(id)]);
  });

  test('with an id beyond the integer range match nothing', async () => {
    expect(await ids('/rooms?filter[id]=9007199254740993')).toEqual([]);
  });

  test('combine with AND', async () => {
    const { id } = await aRoom(service.db, { name: 'Both', is_private: 1 });
    await aRoom(service.db, { name: 'Both', is_private: 0 });
    expect(await ids('/rooms?filter[name]=Both&filter[is_private]=T')).toEqual([String(id)]);
  });
});

test('sparse fields leave out attributes and relationships', async () => {
  await aSuggestion(service.db);
  const { records } = await service.send('GET', '/suggestions?fields[suggestions]=room');
  expect(records[0]).not.toHaveProperty('attributes');
  expect(Object.keys(records[0]?.relationships ?? {})).toEqual(['room']);
  const client = await aClient(service.db);
  const found = await service.send('GET', `/clients/${client.id}?fields[clients]=title,code`);
  expect(found.record.attributes).toEqual({ title: client.title, code: client.code });
});
