import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { drafts } from '#contract/drafts.ts';
import { resources } from '#contract/resources.ts';
import { users } from '#contract/users.ts';
import { signIn } from '#src/api/connection.ts';
import { ApiError, parseErrors } from '#src/api/errors.ts';
import { parseHistory } from '#src/api/history.ts';
import { findIncluded } from '#src/api/list-page.ts';
import { parseCounts, parseList, parseOne } from '#src/api/tenant/parse-document.ts';
import { parseWriteResponse } from '#src/api/tenant/parse-write-response.ts';

beforeEach(() => void signIn('https://chat.example', 'cs_a'));

/** Document members, and names that exist on `Object.prototype`. */
const names = [
  ...['data', 'id', 'type', 'attributes', 'relationships', 'links', 'related', 'self', 'next', 'last', 'href', 'meta'],
  ...['included', 'errors', 'erros', 'error', 'message', 'status', 'statusCode', 'code', 'title', 'detail', 'source'],
  ...['pointer', 'version', 'can', 'warnings', 'record_count', 'page', 'room', 'user', 'settings', 'created_at_unix'],
  ...['created_at', 'message_content', 'content', 'kind', 'count', 'room_counts'],
  ...['toString', 'valueOf', 'constructor', '__proto__', 'length', 'toJSON'],
];
const { value: json } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    fc.constantFrom(null, true, 0, -1, 1e308, '', 'x', '1', '[]', '{', '{"a":1}', 'rooms', 'https://[', '\u0000'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(fc.constantFrom(...names), tie('value')), { maxLength: 6 }).map(asObject),
  ),
}));

function asObject(entries: [name: string, value: unknown][]): unknown {
  const members = entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  // Via `JSON.parse`, so that `__proto__` is an ordinary key.
  return JSON.parse(`{${members.join()}}`);
}

const answer = (body: unknown) => ({
  status: 200,
  url: 'https://chat.example/rapi/v1/rooms',
  body,
  location: undefined,
});

test('any JSON is either read or rejected as unreadable', () => {
  const tryTo = (read: () => unknown) => {
    try {
      read();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      expect(error.kind === 'unreadable' || error.status === 404).toBe(true);
    }
  };
  const all = Object.values(resources);
  fc.assert(
    fc.property(json, fc.constantFrom(...all), (body, resource) => {
      tryTo(() => findIncluded(parseList(resource, answer(body), {}).included, users, { type: 'users', id: '1' }));
      tryTo(() => parseOne(resource, answer(body)));
      tryTo(() => parseHistory(answer(body), 1));
      parseWriteResponse(drafts, answer(body));
      parseCounts(body);
      const errors = parseErrors(body) ?? [];
      for (const error of errors) expect(typeof (error.title + error.detail + error.code)).toBe('string');
    }),
    { numRuns: 2000 },
  );
});
