import { asRecord } from '#src/lib/json.ts';
import {
  answerWith,
  documentOf,
  isGood,
  type Json,
  onDocument,
  type Rewrite,
  refuse,
  type TenantAnswer,
  type TenantRequest,
  without,
} from '../exchange.ts';
import type { MatrixRow } from '../matrix-rows.ts';

const depth = ({ path }: TenantRequest) => path.split('/').length - 1;
const isCreate = (request: TenantRequest) => request.method === 'POST' && depth(request) === 1;
const isUpdate = (request: TenantRequest) =>
  /^(PUT|PATCH)$/.test(request.method) && depth(request) === 2 && /\/\d+$/.test(request.path);
const isDelete = (request: TenantRequest) => request.method === 'DELETE' && depth(request) === 2;

const when = (
  row: MatrixRow,
  isMeant: (request: TenantRequest) => boolean,
  change: (answer: TenantAnswer, request: TenantRequest) => TenantAnswer,
): Rewrite => ({
  row,
  answer: (answer, request) => (isGood(answer) && isMeant(request) ? change(answer, request) : answer),
});

const recordOf = (answer: TenantAnswer) => asRecord(documentOf(answer).data) ?? {};

const createAs = (body: (record: Json) => unknown) =>
  when('Create', isCreate, (answer) => answerWith(201, body(recordOf(answer))));

const updateAs = (body: (record: Json) => unknown) =>
  when('Update', isUpdate, (answer) => answerWith(200, body(recordOf(answer))));

/** A record with its id and its last attribute alone. */
const inPart = ({ id, attributes }: Json) => ({
  id,
  attributes: Object.fromEntries(Object.entries(asRecord(attributes) ?? {}).slice(-1)),
});

const locationOf = ({ headers: { location } }: TenantAnswer): Record<string, string> =>
  location === undefined ? {} : { location };

/** Refuses the documented update verb; the other one works. */
const putIs = (status: number, title: string): Rewrite => ({
  row: 'Update verb',
  request: (request) =>
    request.method === 'PUT' && isUpdate(request)
      ? refuse(status, String(status), title, 'No route matches [PUT].')
      : request,
});

const refusesToDelete = (status: number): Rewrite => ({
  row: 'Delete',
  request: (request) =>
    isDelete(request) && request.path.startsWith('/rooms/')
      ? refuse(status, String(status), 'Still in use', 'The room has messages: archive it instead.')
      : request,
});

/** Forms of writes. */
export const writeForms = {
  'create answers 200': when('Create', isCreate, (answer) => ({ ...answer, status: 200 })),
  'create answers a list': createAs((record) => ({ data: [record] })),
  'create answers a bare list': createAs((record) => [record]),
  'create answers the id alone': createAs(({ id, type }) => ({ data: { id, type } })),
  'create answers some attributes': createAs((record) => ({ data: inPart(record) })),
  'create answers meta': createAs(() => ({ meta: { ok: true } })),
  'create answers other JSON': createAs(() => ({ result: 'saved' })),
  'create answers a relative Location': when('Create', isCreate, (answer, { path }) => ({
    ...answerWith(201, {}),
    headers: { location: `/rapi/v1${path}/${recordOf(answer).id}/?a=b` },
  })),
  'create answers 204': when('Create', isCreate, (answer) => ({ ...answerWith(204), headers: locationOf(answer) })),
  'create answers 204 without Location': when('Create', isCreate, () => ({ ...answerWith(204), headers: {} })),
  'create is queued': when('Create', isCreate, (answer) => ({
    ...answerWith(202, { meta: { queued: true } }),
    headers: { 'content-type': 'application/vnd.api+json', ...locationOf(answer) },
  })),
  'update answers 204': when('Update', isUpdate, () => ({ ...answerWith(204), headers: {} })),
  'update answers nothing': updateAs(() => undefined),
  'update answers meta': updateAs(() => ({ meta: { ok: true } })),
  'update answers other JSON': updateAs(() => ({ result: 'saved', took_ms: 3 })),
  'update answers plain JSON': updateAs(({ id, attributes }) => ({ ...asRecord(attributes), id })),
  'update answers some attributes': updateAs((record) => ({ data: inPart(record) })),
  'update answers a list': updateAs((record) => ({ data: [{ ...record, id: '0' }, record] })),
  'update answers another record': updateAs(({ id }) => ({
    data: { id, type: 'rooms', attributes: { name: 'Anna' } },
  })),
  'update is queued': when('Update', isUpdate, () => answerWith(202, { meta: { queued: true } })),
  'PUT is 400': putIs(400, 'Bad Request'),
  'PUT is 404': putIs(404, 'Not Found'),
  'PUT is 405': putIs(405, 'Method Not Allowed'),
  'delete answers 204': when('Delete', isDelete, () => ({ ...answerWith(204), headers: {} })),
  'delete answers meta': when('Delete', isDelete, () => answerWith(200, { meta: { ok: true } })),
  'delete answers {}': when('Delete', isDelete, () => answerWith(200, {})),
  'delete answers 404': when('Delete', isDelete, () => refuse(404, '404', 'Record not found', 'It was gone already.')),
  'delete answers code 103': when('Delete', isDelete, () =>
    refuse(400, '103', 'Record not found', 'It was gone already.'),
  ),
  'delete answers 422': refusesToDelete(422),
  'delete answers 423': refusesToDelete(423),
  'no versions': {
    row: 'Record version',
    request: (request) => {
      const document = asRecord(request.body);
      const meta = asRecord(document?.meta);
      return meta ? { ...request, body: { ...document, meta: without(meta, 'version', 'last_message_id') } } : request;
    },
    answer: onDocument((document) => withoutOfRecords(document, 'version')),
  },
  'no permissions': {
    row: 'What the caller may do',
    answer: onDocument((document) => withoutOfRecords(document, 'can')),
  },
  'no waiting times': {
    row: 'Awaiting',
    answer: onDocument((document) => withoutOfRecords(document, 'awaiting_since_unix')),
  },
} satisfies Record<string, Rewrite>;

function withoutOfRecords(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutOfRecords(item, name));
  const object = asRecord(value);
  if (!object) return value;
  const change = ([key, inner]: [string, unknown]) => {
    const meta = asRecord(inner);
    if (key === 'meta' && 'type' in object && meta) return [key, without(meta, name)];
    return [key, key === 'data' || key === 'included' ? withoutOfRecords(inner, name) : inner];
  };
  return Object.fromEntries(Object.entries(object).map(change));
}
