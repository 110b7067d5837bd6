import { asRecord } from '#src/lib/json.ts';

import {
  answerWith,
  documentOf,
  isGood,
  type Json,
  onRecords,
  onSentRecord,
  type Rewrite,
  refuse,
  type TenantAnswer,
  type TenantRequest,
  withAttributes,
  without,
} from '../exchange.ts';

import type { MatrixRow } from '../matrix-rows.ts';

const DECISION = /^\/support_draft_messages\/\d+\/(approve|reject)$/;
const ANY_ACTION =
  /^\/(support_draft_messages|rooms)\/(\d+\/)?(approve|reject|mark_read|mark_read_all_resolved|(approve|reject)_support_draft_messages)$/;
const COUNTS = /^\/rooms\/room_counts$/;
const HISTORY = /^\/rooms\/\d+\/history$/;
const LOGIN = /^\/clients\/\d+\/login$/;

const at = (row: MatrixRow, path: RegExp, change: (answer: TenantAnswer) => TenantAnswer): Rewrite => ({
  row,
  answer: (answer, request) => (isGood(answer) && path.test(request.path) ? change(answer) : answer),
});

const missing = (path: RegExp, status: number, title: string): Rewrite => ({
  row: 'Action missing',
  request: (request) => (path.test(request.path) ? refuse(status, String(status), title, '') : request),
});

const countsOf = (answer: TenantAnswer) => asRecord(asRecord(documentOf(answer).meta)?.room_counts) ?? {};
const plainRecord = (record: unknown): Json => ({
  id: asRecord(record)?.id,
  ...asRecord(asRecord(record)?.attributes),
});

/** `meta` of a login response, which holds our service's token. */
const loginMeta = (answer: TenantAnswer) => asRecord(documentOf(answer).meta) ?? {};

const isCommentAlone = (request: TenantRequest) => {
  const attributes = asRecord(asRecord(asRecord(request.body)?.data)?.attributes) ?? {};
  const isUpdate = /^(PUT|PATCH)$/.test(request.method) && /^\/support_draft_messages\/\d+$/.test(request.path);
  return isUpdate && 'comment' in attributes;
};

const withoutComment = onRecords(withAttributes((attributes) => ({ ...attributes, comment: null })));

const dropComment = (request: TenantRequest): TenantRequest => {
  if (!DECISION.test(request.path)) return request;
  const made = onSentRecord(withAttributes((attributes) => without(attributes, 'comment')))(request);
  return 'status' in made ? request : made;
};

/** Forms of actions on records and of their responses. */
export const actionForms = {
  'actions answer a list': at('Actions', DECISION, (answer) => {
    const { data } = documentOf(answer);
    return { ...answer, body: { ...documentOf(answer), data: [{ ...asRecord(data), id: '0' }, data] } };
  }),
  'actions answer another record': at('Actions', DECISION, (answer) =>
    answerWith(200, {
      data: { id: asRecord(documentOf(answer).data)?.id, type: 'rooms', attributes: { name: 'Anna' } },
    }),
  ),
  'actions answer an included record': at('Actions', DECISION, (answer) => {
    const { data } = documentOf(answer);
    return answerWith(200, { data: { id: asRecord(data)?.id, type: 'rooms' }, included: [data] });
  }),
  'actions answer meta': at('Actions', ANY_ACTION, () => answerWith(200, { meta: { done: true } })),
  'actions answer {}': at('Actions', ANY_ACTION, () => answerWith(200, {})),
  'actions answer nothing': at('Actions', ANY_ACTION, () => answerWith(200)),
  'actions answer 204': at('Actions', ANY_ACTION, () => ({ ...answerWith(204), headers: {} })),
  'actions are queued': at('Actions', ANY_ACTION, () => answerWith(202, { meta: { queued: true } })),
  'actions answer plain JSON': at('Actions', ANY_ACTION, () => answerWith(200, { success: true, message: 'done' })),
  'actions answer a message': at('Actions', ANY_ACTION, () =>
    answerWith(200, { status: 'success', message: 'Done.', errors: {} }),
  ),
  // Our service accepts a comment only with the verdict, so this form hides it until it is sent again on its own.
  'the comment is dropped': {
    row: 'A comment on approve/reject',
    request: (request) => (isCommentAlone(request) ? { ...answerWith(204), headers: {} } : request),
    answer: (answer, request) =>
      isGood(answer) && DECISION.test(request.path) ? withoutComment(answer, request) : answer,
  },
  'the comment is dropped for good': {
    row: 'A comment on approve/reject',
    request: (request) =>
      isCommentAlone(request)
        ? refuse(400, '105', 'Param not allowed', 'comment is not allowed.')
        : dropComment(request),
  },
  'counts in a nested map': at('room_counts', COUNTS, (answer) => {
    const { all, unread, awaiting_support, active_support, ...by_kind } = countsOf(answer);
    return answerWith(200, {
      meta: { rooms: { all, by_kind }, support: { awaiting_support, active_support }, unread },
    });
  }),
  'counts in attributes': at('room_counts', COUNTS, (answer) =>
    answerWith(200, { data: { type: 'room_counts', id: '1', attributes: countsOf(answer) } }),
  ),
  'counts in a plain object': at('room_counts', COUNTS, (answer) => answerWith(200, countsOf(answer))),
  'counts in a list': at('room_counts', COUNTS, (answer) =>
    answerWith(200, { data: Object.entries(countsOf(answer)).map(([kind, count]) => ({ kind, count })) }),
  ),
  'history of events': at('history', HISTORY, (answer) => {
    const records = documentOf(answer).data;
    const events = (Array.isArray(records) ? records : []).map((record) => ({
      type: 'room_events',
      id: `e${asRecord(record)?.id}`,
      attributes: { event: 'said', payload: asRecord(asRecord(record)?.attributes)?.content },
    }));
    return { ...answer, body: { ...documentOf(answer), data: events } };
  }),
  'history is a plain array': at('history', HISTORY, (answer) => {
    const records = documentOf(answer).data;
    return answerWith(200, (Array.isArray(records) ? records : []).map(plainRecord));
  }),
  'history without pages': {
    row: 'history',
    request: (request) => {
      if (!HISTORY.test(request.path)) return request;
      const search = new URLSearchParams(request.search);
      search.set('page[number]', '1');
      search.set('page[size]', '100');
      return { ...request, search };
    },
    answer: (answer, { path }) =>
      isGood(answer) && HISTORY.test(path) ? { ...answer, body: without(documentOf(answer), 'meta', 'links') } : answer,
  },
  'login under token': at('login', LOGIN, (answer) => {
    const { access_token, ...meta } = loginMeta(answer);
    return { ...answer, body: { ...documentOf(answer), meta: { ...meta, token: access_token } } };
  }),
  'login in attributes': at('login', LOGIN, (answer) => {
    const { data } = documentOf(answer);
    const { access_token } = loginMeta(answer);
    return answerWith(200, { data: { ...asRecord(data), attributes: { auth_token: access_token } } });
  }),
  'login in a header': at('login', LOGIN, (answer) => ({
    ...answerWith(200, { data: documentOf(answer).data }),
    headers: { 'content-type': 'application/vnd.api+json', 'x-access-token': String(loginMeta(answer).access_token) },
  })),
  'login in a header that the gateway withholds': at('login', LOGIN, (answer) => ({
    ...answerWith(200, { data: documentOf(answer).data }),
    headers: { 'content-type': 'application/vnd.api+json', 'x-token-withheld': 'true' },
  })),
  'actions are 404': missing(ANY_ACTION, 404, 'Not Found'),
  'actions are 405': missing(ANY_ACTION, 405, 'Method Not Allowed'),
  'actions are 501': missing(ANY_ACTION, 501, 'Not Implemented'),
  'room actions are 404': missing(/^\/rooms\/\d+\/(approve|reject)_support_draft_messages$/, 404, 'Not Found'),
  'no room_counts': missing(COUNTS, 404, 'Not Found'),
  'no history': missing(HISTORY, 405, 'Method Not Allowed'),
  'no users': {
    row: 'users',
    request: (request) =>
      /^\/users(\/|$)/.test(request.path) ? refuse(404, '404', 'Not Found', 'No route matches /users.') : request,
  },
} satisfies Record<string, Rewrite>;
