import type { Json } from '#contract/attribute.ts';
import { drafts } from '#contract/drafts.ts';
import type { Resource } from '#contract/resource.ts';
import { rooms } from '#contract/rooms.ts';
import { readList, readRecord } from '#src/api/read-document.ts';
import { type Meant, type Pick, writeRecord } from './wire-variants.ts';

export const answer = (body: unknown, search = 'page[number]=1') => ({
  status: 200,
  url: `https://chat.example/rapi/v1/rooms?${search}`,
  body,
  location: undefined,
});
export const documented: Pick = (ways) => {
  const [first] = ways;
  if (first === undefined) throw new Error('no way to write it');
  return first;
};

export const room: Meant = {
  id: '7',
  attributes: {
    name: 'Anna',
    description: null,
    is_private: false,
    settings: { theme: { colour: 'red' }, limit: 3 },
    kind: 'support_room',
    enabled: true,
    room_code: 'AB12CD34',
    awaiting_support: true,
    created_at_unix: 1_741_780_800,
    created_at: '2025-03-12T12:00:00.000Z',
    is_external: false,
  },
  more: {},
  one: {},
};
export const draft: Meant = {
  id: '9',
  attributes: {
    message_content: 'Hello',
    kind: 'text',
    settings: {},
    status: 'approved',
    resolved_time_unix: 1_741_780_900,
    comment: null,
    create_user_resolved_read_time_unix: null,
    created_at_unix: 1_741_780_800,
    updated_at_unix: 1_741_780_900,
  },
  more: {},
  one: { room: '7', created_user: '3', resolved_user: null },
};

export const list = (resource: Resource) => (body: unknown) =>
  readList(resource, answer(body), { number: 1, size: 25 }).rows;
export const one = (resource: Resource) => (body: unknown) => readRecord(resource, answer(body));
export const roomWith = (attributes: Json) => ({
  data: { id: '7', type: 'rooms', attributes: { ...room.attributes, ...attributes } },
});
export const draftWith = (attributes: Json, rest: Json = {}) => ({
  data: {
    ...writeRecord(drafts, draft, documented),
    attributes: { ...draft.attributes, ...attributes },
    ...rest,
  },
});
export const sixty = Array.from({ length: 25 }, (_, index) => ({
  id: String(index + 1),
  type: 'rooms',
  attributes: {},
}));
export const paging = (body: unknown) => {
  const { total, hasNext } = readList(rooms, answer(body), { number: 1, size: 25 });
  return { total, hasNext };
};
