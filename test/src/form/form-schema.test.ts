import { zodResolver } from '@hookform/resolvers/zod';
import { i18n } from '@lingui/core';
import { describe, expect, test } from 'vitest';
import { clients } from '#contract/clients.ts';
import { drafts } from '#contract/drafts.ts';
import { keywords } from '#contract/keywords.ts';
import type { Resource, Row } from '#contract/resource.ts';
import { rooms } from '#contract/rooms.ts';
import { suggestions } from '#contract/suggestions.ts';
import { createValueValidator, formSchema, listFormErrors } from '#src/form/form-schema.ts';
import { type Baseline, baselineOf, type FormValues } from '#src/form/form-values.ts';
import { validationMessages } from '#src/form/validation-messages.ts';
import { keywordRow } from '../keywords/keyword-row.ts';

i18n.loadAndActivate({ locale: 'en', messages: {} });

// Stored before the rule that a name must not be blank.
const keyword = keywordRow(1, ' ', { key_title: 'A' });

/** The form's validation of the values. */
async function check<R extends Resource>(resource: R, original: Baseline<R>, typed: FormValues) {
  const values = { ...original.values, ...typed };
  const resolve = zodResolver(formSchema(resource, values, original), validationMessages(resource.attributes), {
    raw: true,
  });
  return { values, result: await resolve(values, undefined, { fields: {}, shouldUseNativeValidation: false }) };
}

describe('the fields of a form', () => {
  test('are checked only if sent: an old error in another field does not prevent saving', async () => {
    const original = baselineOf(keywords, keyword);
    const { values, result } = await check(keywords, original, { key_title: 'B' });
    expect(result).toEqual({ values, errors: {} });
    expect(listFormErrors(keywords, { ...values, key_name: '  ' }, original)).toEqual([
      { path: 'key_name', message: 'Required.' },
    ]);
  });

  test('keep the input values for comparison and storage', async () => {
    const { values, result } = await check(rooms, baselineOf(rooms, undefined), { name: '', settings: '{ "a": 1 }' });
    expect(result.values).toEqual(values);
  });

  test('require for a new record what the contract requires, including links', async () => {
    const { result } = await check(drafts, baselineOf(drafts, undefined), {});
    expect(result.errors).toMatchObject({
      message_content: { type: 'custom', message: 'Required.' },
      room: { type: 'custom', message: 'Required.' },
    });
  });

  test('do not require an immutable link for an existing record', async () => {
    const draft = { id: '1', type: drafts.type, message_content: 'Hi', one: {}, meta: {}, more: {} };
    // The other attributes are irrelevant here.
    const original = baselineOf(drafts, draft as unknown as Row<typeof drafts>);
    expect((await check(drafts, original, { message_content: 'Hello' })).result.errors).toEqual({});
  });

  test('report errors at their position in a list', async () => {
    const part = { kind: 'text', content: 'Hi', settings: '{}' };
    const messages = [part, { ...part, content: ' ' }, { ...part, settings: '[1]' }, { ...part, settings: '{"a"' }];
    const errorsOf = async (list: object[]) =>
      (await check(suggestions, baselineOf(suggestions, undefined), { room: '3', suggestion_messages_data: list }))
        .result.errors;
    expect(await errorsOf(messages.slice(0, 2))).toMatchObject({
      suggestion_messages_data: { 1: { content: { message: 'Required.' } } },
    });
    // Parse errors come first; contract errors follow once the value parses.
    expect(await errorsOf(messages)).toMatchObject({
      suggestion_messages_data: {
        2: { settings: { message: 'Must be a JSON object: { … }.' } },
        3: { settings: { message: expect.stringMatching(/^Not valid JSON: ./) } },
      },
    });
    expect(await errorsOf([])).toMatchObject({ suggestion_messages_data: { message: 'Required.' } });
  });
});

test('a single value is validated by its attribute', () => {
  const checkName = createValueValidator(keywords.attributes, 'key_name');
  expect([checkName('a'), checkName(' '), checkName('x'.repeat(256))]).toEqual([
    undefined,
    'Required.',
    'Can’t be longer than 255 characters.',
  ]);
  expect(createValueValidator(keywords.attributes, 'key_title')(null)).toBeUndefined();
});

const KIB_64 = 'Can’t be longer than 64 KiB.';
const KIB_1000 = 'Can’t be longer than 1000 KiB.';
const lines = Array.from({ length: 10_000 }, (_, line) => `keyword ${line}`).join('\n');
const settingsOf = (text: string) => ({ title: 'Shop', settings: JSON.stringify({ text }) });

test.each<[string, Resource, FormValues, string, string]>([
  ['a draft of 1 MB', drafts, { room: '3', message_content: 'x'.repeat(1_000_000) }, 'message_content', KIB_64],
  ['10,000 lines of suggestions', keywords, { key_name: 'a', suggestions: lines }, 'suggestions', KIB_64],
  ['settings of 5 MB', clients, settingsOf('x'.repeat(5_000_000)), 'settings', KIB_1000],
  ['settings in three-byte characters', clients, settingsOf('港'.repeat(400_000)), 'settings', KIB_1000],
])('%s are rejected before sending', (_, resource, typed, path, message) => {
  const original = baselineOf(resource, undefined);
  expect(listFormErrors(resource, { ...original.values, ...typed }, original)).toEqual([{ path, message }]);
});

test('settings that fit into a request are accepted', () => {
  const original = baselineOf(clients, undefined);
  expect(listFormErrors(clients, { ...original.values, ...settingsOf('x'.repeat(65_000)) }, original)).toEqual([]);
});
