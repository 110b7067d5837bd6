import { Model, PaginationStrategy, PluralResponse, type Response, SaveResponse, SingularResponse } from 'coloquent';
import { beforeAll, expect, test } from 'vitest';
import { aKeyword, aRoom } from '#test/builders.ts';
import { checkDocument } from '#test/json-api-schema.ts';
import { serviceForFile } from '#test/service.ts';

let origin: string;

/** Models as users of Coloquent write them. Coloquent’s default is offset paging with 50 records. */
abstract class Served extends Model {
  static override pageSize = 2;
  static override paginationStrategy = PaginationStrategy.PageBased;

  override getJsonApiBaseUrl() {
    return `${origin}/rapi/v1/`;
  }

  read(name: string): unknown {
    return this.getAttribute(name);
  }

  write(name: string, value: unknown) {
    this.setAttribute(name, value);
  }

  linked(name: string): unknown {
    return this.getRelation(name);
  }
}

class Person extends Served {
  override jsonApiType = 'users';
}

class Room extends Served {
  override jsonApiType = 'rooms';
  // Coloquent sends back all attributes it has read, and the service refuses read-only ones.
  override readOnlyAttributes = ['kind', 'room_code', 'created_at', 'created_at_unix', 'is_external'];

  users() {
    return this.hasMany(Person, 'users');
  }
}

class Suggestion extends Served {
  override jsonApiType = 'suggestions';

  room() {
    return this.hasOne(Room, 'room');
  }
}

class Keyword extends Served {
  override jsonApiType = 'master_keywords';
}

/** The records of a response, all of the given class. */
function recordsOf<T extends Served>(kind: new () => T, answer: Response): T[] {
  const isRead = answer instanceof PluralResponse || answer instanceof SingularResponse;
  if (!isRead && !(answer instanceof SaveResponse)) throw new Error('Unexpected kind of response.');
  return of(kind, [isRead ? answer.getData() : answer.getModel()].flat());
}

function of<T>(kind: new () => T, values: readonly unknown[]): T[] {
  for (const value of values) expect(value).toBeInstanceOf(kind);
  return values.filter((value): value is T => value instanceof kind);
}

async function find<T extends Served>(kind: new () => T, id: string | number): Promise<T> {
  const [record] = recordsOf(kind, await new kind().query().find(id));
  if (!record) throw new Error(`There is no ${id}.`);
  return record;
}

const service = await serviceForFile();
beforeAll(async () => {
  origin = await service.listen();
  // The first model creates the HTTP client that all models share.
  new Keyword();
  const { defaults, interceptors } = Model.getHttpClient().getImplementingClient();
  defaults.proxy = false;
  defaults.headers['X-Access-Token'] = service.tokens.admin;
  interceptors.response.use((response: { headers: Record<string, string>; data: unknown }) => {
    expect(response.headers['content-type']).toBe('application/vnd.api+json');
    checkDocument(structuredClone(response.data));
    return response;
  });
});

test('reads a list with include, filter, sort and page', async () => {
  const { db, userIds } = service;
  for (const name of ['North', 'South', 'Southern cross']) await aRoom(db, { name }, [userIds.agent]);
  const answer = await Room.where('name_like', 'south').orderBy('name', 'desc').with('users').get(1);
  const rooms = recordsOf(Room, answer);
  expect(rooms.map((room) => room.read('name'))).toEqual(['Southern cross', 'South']);
  for (const room of rooms) {
    const [agent] = of(Person, [room.linked('users')].flat());
    expect([agent?.getApiId(), agent?.read('name')]).toEqual([String(userIds.agent), 'Sam agent']);
  }
  expect(answer.getHttpClientResponse().getData().meta).toEqual({ record_count: 2, page_count: 1 });
  const [third] = recordsOf(Room, await Room.orderBy('name', 'desc').get(2));
  expect(third?.read('name')).toBe('North');
});

test('creates, reads, updates, links and deletes', async () => {
  const room = await find(Room, (await aRoom(service.db)).id);
  const suggestion = new Suggestion();
  suggestion.write('suggestion_messages_data', [{ content: 'Hello' }]);
  suggestion.setRelation('room', room);
  await suggestion.save();
  const id = suggestion.getApiId() ?? '';

  const [read] = recordsOf(Suggestion, await Suggestion.with('room').find(id));
  expect(read?.read('suggestion_messages_data')).toEqual([{ kind: 'text', content: 'Hello', settings: {} }]);
  const [linked] = of(Room, [read?.linked('room')]);
  expect(linked?.read('name')).toBe(room.read('name'));

  const other = await find(Room, (await aRoom(service.db)).id);
  suggestion.write('suggestion_messages_data', [{ content: 'Goodbye' }]);
  suggestion.setRelation('room', other);
  const [saved] = recordsOf(Suggestion, await suggestion.save());
  expect(saved?.read('suggestion_messages_data')).toEqual([{ kind: 'text', content: 'Goodbye', settings: {} }]);
  const [related] = recordsOf(Room, await suggestion.room().get());
  expect(related?.getApiId()).toBe(other.getApiId());

  await suggestion.delete();
  await expect(Suggestion.find(id)).rejects.toThrow('status code 404');
});

test('saves a record that it has read', async () => {
  const room = await find(Room, (await aRoom(service.db, { name: 'Before' })).id);
  room.write('name', 'After');
  await room.save();
  expect((await find(Room, room.getApiId() ?? '')).read('name')).toBe('After');
});

test('reports validation errors', async () => {
  const taken = await aKeyword(service.db);
  const keyword = new Keyword();
  keyword.write('key_name', taken.key_name);
  await expect(keyword.save()).rejects.toMatchObject({
    response: { status: 422, data: { errors: [{ code: '100', source: { pointer: '/data/attributes/key_name' } }] } },
  });
});
