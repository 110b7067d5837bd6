import { i18n } from '@lingui/core';
import { describe, expect, test } from 'vitest';
import { keywords } from '#contract/keywords.ts';
import type { Row } from '#contract/resource.ts';
import { rooms } from '#contract/rooms.ts';
import { suggestions } from '#contract/suggestions.ts';
import {
  baselineOf,
  changedFieldNames,
  parseStoredValues,
  toFormValues,
  toRequestInput,
} from '#src/form/form-values.ts';
import { validateFormValues } from '#src/form/save-record.ts';
import { keywordRow } from '../keywords/keyword-row.ts';

i18n.loadAndActivate({ locale: 'en', messages: {} });

const suggestion: Row<typeof suggestions> = {
  id: '7',
  type: 'suggestions',
  // `colour` comes from a tenant with more members than the contract.
  suggestion_messages_data: [{ kind: 'text', content: 'Hello', settings: { bold: true }, colour: 'red' } as never],
  one: { room: { type: 'rooms', id: '3' } },
  meta: {},
  more: {},
};

describe('a new record', () => {
  const original = baselineOf(rooms, undefined);

  test('starts with the defaults of the contract', () => {
    expect(original.values).toEqual({
      name: '',
      description: '',
      is_private: false,
      settings: '{}',
      kind: 'group_room',
      enabled: true,
      awaiting_support: false,
    });
  });

  test('sends only what was filled in', () => {
    const values = { ...original.values, name: 'Desk', is_private: true };
    expect(toRequestInput(rooms, values, original)).toEqual({
      attributes: { name: 'Desk', is_private: true },
      one: {},
    });
  });

  test('reports what is missing at the path of its input', async () => {
    const empty = baselineOf(suggestions, undefined);
    expect(empty.values).toEqual({
      room: '',
      suggestion_messages_data: [{ kind: 'text', content: '', settings: '{}' }],
    });
    expect(await validateFormValues(suggestions, empty.values, empty)).toEqual([
      { path: 'room', message: 'Required.' },
      { path: 'suggestion_messages_data.0.content', message: 'Required.' },
    ]);
  });

  test('sends the link it requires', () => {
    const original = baselineOf(suggestions, undefined);
    const values = { room: '3', suggestion_messages_data: [{ kind: 'text', content: 'Hi', settings: '' }] };
    expect(toRequestInput(suggestions, values, original)).toEqual({
      attributes: { suggestion_messages_data: [{ kind: 'text', content: 'Hi', settings: {} }] },
      one: { room: { type: 'rooms', id: '3' } },
    });
  });
});

describe('an existing record', () => {
  const original = baselineOf(suggestions, suggestion);

  test('keeps the parts of an element that the contract does not know', async () => {
    const [element] = original.values.suggestion_messages_data as Record<string, unknown>[];
    const values = { ...original.values, suggestion_messages_data: [{ ...element, content: 'Bye' }] };
    expect(await validateFormValues(suggestions, values, original)).toEqual([]);
    expect(toRequestInput(suggestions, values, original)).toEqual({
      attributes: {
        suggestion_messages_data: [{ kind: 'text', content: 'Bye', settings: { bold: true }, colour: 'red' }],
      },
      one: {},
    });
  });

  test('reports where a string is not a JSON object', async () => {
    const element = { kind: 'text', content: 'Hello', settings: '{"bold": tru}' };
    const values = { ...original.values, suggestion_messages_data: [element, { ...element, settings: '[1]' }] };
    const problems = await validateFormValues(suggestions, values, original);
    expect(problems.map(({ path }) => path)).toEqual([
      'suggestion_messages_data.0.settings',
      'suggestion_messages_data.1.settings',
    ]);
    expect(problems[0]?.message).toMatch(/^Not valid JSON: /);
  });

  test('sends an emptied text as null if allowed', async () => {
    const before = baselineOf(keywords, keywordRow(1, 'a', { key_title: 'A' }));
    const values = { ...before.values, key_title: '' };
    expect(changedFieldNames(values, before.values)).toEqual(['key_title']);
    expect(toRequestInput(keywords, values, before).attributes).toEqual({ key_title: null });
    expect(await validateFormValues(keywords, { ...values, key_name: ' ' }, before)).toEqual([
      { path: 'key_name', message: 'Required.' },
    ]);
  });
});

test('only stored values that an input can show are restored', () => {
  const kept = {
    name: 'Desk',
    is_private: 'yes',
    enabled: false,
    settings: { no: 'text' },
    kind: 7,
    room_code: 'X',
    unknown: 'x',
  };
  expect(parseStoredValues(rooms, kept, true)).toEqual({ name: 'Desk', enabled: false });
  expect(parseStoredValues(suggestions, { suggestion_messages_data: [{ kind: 'text' }], room: '3' }, true)).toEqual({
    room: '3',
  });
  expect(parseStoredValues(rooms, 'not an object', true)).toEqual({});
});

test('create-only attributes are not inputs of an existing record', () => {
  expect(Object.keys(toFormValues(rooms, undefined))).toContain('kind');
  const room = { id: '1', kind: 'group_room', name: 'Desk', one: {}, meta: {}, more: {} };
  expect(Object.keys(toFormValues(rooms, room as unknown as Row<typeof rooms>))).not.toContain('kind');
});
