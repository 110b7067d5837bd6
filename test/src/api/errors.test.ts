import { describe, expect, it } from 'vitest';
import { ApiError, readErrors } from '#src/api/errors.ts';

describe('errors of a body', () => {
  it.each([
    ['errors', { errors: [{ title: 'No', detail: 'Because.' }] }],
    ['erros', { erros: [{ title: 'No', detail: 'Because.' }] }],
    ['error as an object', { error: { title: 'No', detail: 'Because.' } }],
    ['error as a text beside a message', { error: 'No', message: 'Because.' }],
  ])('are read from %s', (_, body) => {
    expect(readErrors(body)).toMatchObject([{ title: 'No', detail: 'Because.' }]);
  });

  it('are read from a message with a status', () => {
    expect(readErrors({ statusCode: 404, message: 'Not here' })).toMatchObject([{ title: 'Not here' }]);
    expect(readErrors({ status: 500, error: 'Internal Server Error' })).toMatchObject([
      { title: 'Internal Server Error' },
    ]);
  });

  it.each([undefined, null, '', 'text', [], {}, { data: [] }, { errors: [] }])('are none in %j', (body) => {
    expect(readErrors(body)).toBeUndefined();
  });

  it.each([
    [{ pointer: '/data/attributes/title' }, 'title'],
    [{ pointer: 'data/attributes/title' }, 'title'],
    [{ pointer: '' }, undefined],
    [{ parameter: 'filter[room_id]' }, 'room_id'],
    [{}, undefined],
  ])('name the field of %j', (source, field) => {
    expect(readErrors({ errors: [{ source }] })?.[0]?.field).toBe(field);
  });

  it.each([
    ['text', 'text'],
    [{ a: 1 }, '{"a":1}'],
    [['a', 'b'], '["a","b"]'],
    [null, ''],
  ])('have the detail %j as text', (detail, text) => {
    expect(readErrors({ errors: [{ detail }] })?.[0]?.detail).toBe(text);
  });

  it('keep no endless detail', () => {
    expect(readErrors({ errors: [{ detail: 'x'.repeat(1e6) }] })?.[0]?.detail.length).toBeLessThanOrEqual(2000);
  });
});

describe('a refusal', () => {
  const refusal = (status: number, error: Record<string, unknown>) =>
    new ApiError('refused', status, readErrors({ errors: [error] }));

  it.each([401, 403, 422])('of the address is known by its title, with status %i', (status) => {
    const title = 'Invalid IP Address. Did you set the VALID_IPS environment variable?';
    expect(refusal(status, { title }).isAddressRefused).toBe(true);
    expect(refusal(status, { title: 'Unauthorized' }).isAddressRefused).toBe(false);
  });

  it('because nothing is there is known by status or code', () => {
    expect(refusal(404, {}).isNotFound).toBe(true);
    expect(refusal(400, { code: '103' }).isNotFound).toBe(true);
    expect(refusal(400, { code: '102' }).isNotFound).toBe(false);
  });
});
