import { asRecord } from '#src/lib/json.ts';
import {
  answerWith,
  documentOf,
  type Json,
  type Rewrite,
  refuse,
  type TenantAnswer,
  type TenantRequest,
  without,
} from '../exchange.ts';
import type { MatrixRow } from '../matrix-rows.ts';

const errorsOf = (answer: TenantAnswer): Json[] => {
  const { errors } = documentOf(answer);
  return Array.isArray(errors) ? errors.map((error) => asRecord(error) ?? {}) : [];
};

const onErrors = (row: MatrixRow, change: (errors: Json[], answer: TenantAnswer) => TenantAnswer): Rewrite => ({
  row,
  answer: (answer) => {
    const errors = errorsOf(answer);
    return errors.length > 0 ? change(errors, answer) : answer;
  },
});

const contained = (container: (error: Json, errors: Json[], status: number) => unknown): Rewrite =>
  onErrors('Error container', (errors, answer) => ({
    ...answer,
    body: container(errors[0] ?? {}, errors, answer.status),
  }));

const eachError = (row: MatrixRow, change: (error: Json) => Json): Rewrite =>
  onErrors(row, (errors, answer) => ({ ...answer, body: { errors: errors.map(change) } }));

const eachSource = (change: (source: Json) => unknown): Rewrite =>
  eachError('`source`', (error) =>
    'source' in error ? { ...error, source: change(asRecord(error.source) ?? {}) } : error,
  );

const faultPage = (status: number): TenantAnswer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: undefined,
  text: '<!doctype html><title>502</title><h1 onclick="alert(1)">We’re sorry, but something went wrong.</h1>',
});

const isRead = ({ method, path }: TenantRequest, of: RegExp) => method === 'GET' && of.test(path);

/** Refuses the first read, with a `Retry-After`. */
const busyOnce = (status: number, of: RegExp): Rewrite => ({
  row: '202, 429, 503',
  request: (request) =>
    isRead(request, of) && request.before === 0
      ? { ...refuse(status, String(status), 'Busy', 'Try again later.'), headers: { 'retry-after': '1' } }
      : request,
});

const missingAs = (change: (answer: TenantAnswer) => TenantAnswer): Rewrite => ({
  row: 'Not found',
  answer: (answer, request) => (answer.status === 404 && isRead(request, /^\/[a-z_]+\/\d+$/) ? change(answer) : answer),
});

/** Forms of errors and refusals. */
export const errorForms = {
  'errors as erros': contained((_, erros) => ({ erros })),
  'errors as an error': contained((error) => ({ error })),
  'errors as a string': contained(({ title, detail }) => ({ error: title, message: detail })),
  'errors as a message': contained(({ detail }, _, statusCode) => ({ statusCode, message: detail })),
  'errors in the style of Rails': contained(({ title }, _, status) => ({ status, error: title })),
  'errors as a page': onErrors('Error container', (_, { status }) => faultPage(status)),
  'errors without a body': onErrors('Error container', (_, { status }) => ({ ...answerWith(status), headers: {} })),
  'error status is a number': eachError('Error `status`', (error) => ({ ...error, status: Number(error.status) })),
  'error status is a word': eachError('Error `status`', (error) => ({ ...error, status: 'refused' })),
  'error status is absent': eachError('Error `status`', (error) => without(error, 'status')),
  'error status differs': eachError('Error `status`', (error) => ({ ...error, status: '500' })),
  'detail is an object': eachError('`detail`', (error) => ({ ...error, detail: { message: error.detail } })),
  'detail is a list': eachError('`detail`', (error) => ({ ...error, detail: [error.detail] })),
  'detail is null': eachError('`detail`', (error) => ({ ...error, detail: null })),
  'pointer without a slash': eachSource(({ pointer }) => ({ pointer: String(pointer ?? '').slice(1) })),
  'empty pointer': eachSource(() => ({ pointer: '' })),
  'source names a parameter': eachSource(({ pointer }) => ({
    parameter: String(pointer ?? '')
      .split('/')
      .at(-1),
  })),
  'source is empty': eachSource(() => ({})),
  'unauthorised is 403': {
    row: 'Auth failure',
    answer: (answer) => (answer.status === 401 ? { ...answer, status: 403 } : answer),
  },
  'errors with 200': {
    row: 'Auth failure',
    answer: (answer) => (errorsOf(answer).length > 0 ? { ...answer, status: 200 } : answer),
  },
  'missing is 400': missingAs(() => refuse(400, '103', 'Invalid field value', 'There is none of this id.')),
  'missing is null': missingAs(() => answerWith(200, { data: null })),
  'drafts are busy once': busyOnce(503, /^\/support_draft_messages$/),
  'clients are busy once': busyOnce(429, /^\/clients$/),
  'an error page once': {
    row: 'Error container',
    request: (request) => (isRead(request, /^\/master_keywords$/) && request.before === 0 ? faultPage(502) : request),
  },
} satisfies Record<string, Rewrite>;
