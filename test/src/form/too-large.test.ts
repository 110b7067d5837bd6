import { i18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { clients } from '#contract/clients.ts';
import { drafts } from '#contract/drafts.ts';
import { keywords } from '#contract/keywords.ts';
import type { Resource } from '#contract/resource.ts';
import { baselineOf } from '#src/form/baseline.ts';
import { checkFormValues } from '#src/form/save-record.ts';

i18n.activate('en');

const MB = 1_000_000;
const lines = Array.from({ length: 10_000 }, (_, line) => `keyword ${line}`).join('\n');

test.each<[string, Resource, Record<string, unknown>, string, string]>([
  ['a draft of 1 MB', drafts, { message_content: 'x'.repeat(MB) }, 'message_content', 'Can’t be longer than 64 KiB.'],
  [
    '10,000 lines of suggestions',
    keywords,
    { key_name: 'a', suggestions: lines },
    'suggestions',
    'Can’t be longer than 64 KiB.',
  ],
  [
    'settings of 5 MB',
    clients,
    { title: 'Shop', settings: JSON.stringify({ text: 'x'.repeat(5 * MB) }) },
    'settings',
    'Can’t be longer than 1000 KiB.',
  ],
  [
    'settings in three-byte characters',
    clients,
    { title: 'Shop', settings: JSON.stringify({ text: '港'.repeat(400_000) }) },
    'settings',
    'Can’t be longer than 1000 KiB.',
  ],
])('%s are rejected before sending', async (_, resource, typed, path, message) => {
  const original = baselineOf(resource, undefined);
  const problems = await checkFormValues(resource, { ...original.values, ...typed }, original);
  expect(problems).toContainEqual({ path, message });
  const room = problems.filter((problem) => problem.path !== path && problem.path !== 'room');
  expect(room).toEqual([]);
});

test('settings that fit into a request are accepted', async () => {
  const original = baselineOf(clients, undefined);
  const settings = JSON.stringify({ text: 'x'.repeat(65_000) });
  expect(await checkFormValues(clients, { ...original.values, title: 'Shop', settings }, original)).toEqual([]);
});
