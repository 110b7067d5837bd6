import { describe, expect, it } from 'vitest';
import { ApiError, parseErrors } from '#src/api/errors.ts';

describe('errors in a body', () => {
  it.each([
    ['errors', { errors: [{ title: 'No', detail: 'Because.' }] }],
    ['erros', { erros: [{ title: 'No', detail: 'Because.' }] }],
    ['error as an object', { error: { title: 'No', detail: 'Because.' } }],
    ['error as a string beside a message', { error: 'No', message: 'Because.' }],
  ])('are read from %s', (_, body) => {
    expect(parseErrors(body)).toMatchObject([{ title: 'No', detail: 'Because.' }]);
  });

  it('are read from a message with a status', () => {
    expect(parseErrors({ statusCode: 404, message: 'Not here' })).toMatchObject([{ title: 'Not here' }]);
    expect(parseErrors({ errors: ['No'] })).toMatchObject([{ title: 'No' }]);
    expect(parseErrors({ error: { message: 'No' } })).toMatchObject([{ title: 'No' }]);
    expect(parseErrors({ status: 500, error: 'Internal Server Error' })).toMatchObject([
      { title: 'Internal Server Error' },
    ]);
  });

  it.each([
    ['422', '100'],
    [422, 100],
    ['unprocessable', '100'],
  ])('ignore the type of the status %j and have the code %j', (status, code) => {
    const [error] = parseErrors({ errors: [{ status, code, title: 'No' }] }) ?? [];
    expect(error).toMatchObject({ code: '100', title: 'No' });
  });

  it.each<[boolean, object]>([
    [true, { status: 'success', message: 'Saved.' }],
    [true, { status: 200, message: 'Saved.' }],
    [true, { statusCode: '201', status: 'error', message: 'Saved.' }],
    [false, { statusCode: 404, message: 'Not here.' }],
    [false, { status: '422', message: 'Not so.' }],
    [false, { status: 'error', message: 'Not so.' }],
    [false, { status: 'fail', message: 'Not so.' }],
  ])('in a successful answer are absent (%j) in %j', (isAbsent, body) => {
    expect(parseErrors(body, true) === undefined).toBe(isAbsent);
    expect(parseErrors(body)).toHaveLength(1);
  });

  it.each([undefined, null, '', 'text', [], {}, { data: [] }, { errors: [] }, { errors: {} }])(
    'are absent in %j',
    (body) => {
      expect(parseErrors(body)).toBeUndefined();
    },
  );

  it.each([
    [{ pointer: '/data/attributes/title' }, 'title'],
    [{ pointer: 'data/attributes/title' }, 'title'],
    [{ pointer: 'title' }, 'title'],
    [null, undefined],
    [{ pointer: '' }, undefined],
    [{ parameter: 'filter[room_id]' }, 'room_id'],
    [{}, undefined],
  ])('name the field of %j', (source, field) => {
    expect(parseErrors({ errors: [{ source }] })?.[0]?.field).toBe(field);
  });

  it.each([
    ['text', 'text'],
    [{ a: 1 }, '{"a":1}'],
    [['a', 'b'], '["a","b"]'],
    [null, ''],
  ])('have the detail %j as a string', (detail, text) => {
    expect(parseErrors({ errors: [{ detail }] })?.[0]?.detail).toBe(text);
  });

  it.each([
    [{ title: ['can’t be blank'] }, ['title: can’t be blank']],
    [{ code: ['is taken'], title: ['is short', 'is blank'] }, ['code: is taken', 'title: is short is blank']],
    [{ key_name: ['is taken'] }, ['key_name: is taken']],
  ])('keyed by field, as %j, name the fields', (errors, texts) => {
    const parsed = parseErrors({ errors, message: 'The given data was invalid.' }) ?? [];
    expect(parsed.map(({ field, detail }) => `${field}: ${detail}`)).toEqual(texts);
  });

  it('truncate an endless detail', () => {
    expect(parseErrors({ errors: [{ detail: 'x'.repeat(1e6) }] })?.[0]?.detail.length).toBeLessThanOrEqual(2000);
  });
});

describe('a refusal', () => {
  const refusal = (status: number, error: Record<string, unknown>) =>
    new ApiError('refused', status, parseErrors({ errors: [error] }));

  it.each([401, 403, 422])('of the address is recognized by its title, with status %i', (status) => {
    const title = 'Invalid IP Address. Did you set the VALID_IPS environment variable?';
    expect(refusal(status, { title }).isAddressRefused).toBe(true);
    expect(refusal(status, { title: 'Unauthorized' }).isAddressRefused).toBe(false);
  });

  it('of the address is recognized by the address in its meta, whatever its title', () => {
    const named = refusal(403, { code: '403', title: 'Forbidden', meta: { refused_address: '203.0.113.7' } });
    expect([named.isAddressRefused, named.refusedAddress]).toEqual([true, '203.0.113.7']);
    const other = refusal(403, { code: '403', title: 'Forbidden', meta: { refused_address: { ip: '203.0.113.7' } } });
    expect([other.isAddressRefused, other.refusedAddress]).toEqual([false, undefined]);
  });

  it('of a missing record is recognized by status or code', () => {
    expect(refusal(404, {}).isNotFound).toBe(true);
    expect(refusal(400, { code: '103' }).isNotFound).toBe(true);
    expect(refusal(400, { code: '102' }).isNotFound).toBe(false);
  });
});
