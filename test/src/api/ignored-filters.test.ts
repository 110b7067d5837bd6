import { expect, test } from 'vitest';
import { drafts } from '#contract/drafts.ts';
import { suggestions } from '#contract/suggestions.ts';
import { capabilities, filterCapability, unsupportedFilters } from '#src/api/capabilities.ts';
import { fetchList } from '#src/api/reads.ts';
import { draftDocument, tenantAnswers } from './tenant-answers.ts';

const IN_REVIEW = filterCapability(drafts.type, 'in_review');
const stateOf = (capability: string) => capabilities.get()[capability]?.state;
const readQueue = () => fetchList(drafts, { filter: { in_review: '1' } });

test('a draft decided during the read does not mark the filter as ignored', async () => {
  const pages = [
    [draftDocument('1', 'approved'), draftDocument('2')],
    [draftDocument('2'), draftDocument('3')],
    // Another draft mismatches, so this is no proof either.
    [draftDocument('2', 'approved'), draftDocument('3')],
    [draftDocument('3')],
  ];
  const sent = tenantAnswers(() => ({ body: { data: pages.shift() } }));
  expect((await readQueue()).rows.map(({ id }) => id)).toEqual(['2', '3']);
  expect((await readQueue()).rows.map(({ id }) => id)).toEqual(['3']);
  expect([stateOf(IN_REVIEW), sent.length]).toEqual(['works', 4]);
});

test('a filter counts as ignored if the same draft mismatches twice, and is then applied in the browser', async () => {
  const data = [draftDocument('1', 'approved'), draftDocument('2')];
  const sent = tenantAnswers(() => ({ body: { data } }));
  expect((await readQueue()).rows.map(({ id }) => id)).toEqual(['2']);
  expect([stateOf(IN_REVIEW), sent.length]).toEqual(['ignored', 2]);
});

test('a filter for approved drafts that returns a draft without a status counts as ignored', async () => {
  const data = [draftDocument('1', ''), draftDocument('2', 'approved')];
  tenantAnswers(() => ({ body: { data } }));
  const { rows } = await fetchList(drafts, { filter: { approved: '1' } });
  expect(rows.map(({ id }) => id)).toEqual(['2']);
  expect(stateOf(filterCapability(drafts.type, 'approved'))).toBe('ignored');
  data.pop();
  expect((await readQueue()).rows.map(({ id }) => id)).toEqual(['1']);
  expect(stateOf(IN_REVIEW)).toBe('works');
});

test('a filter by an id in upper case that works does not count as ignored', async () => {
  const room = { data: { type: 'rooms', id: '01ARZ3' } };
  const attributes = { suggestion_messages_data: [] };
  const data = [{ id: '01HZX', type: 'suggestions', attributes, relationships: { room } }];
  tenantAnswers(() => ({ body: { data } }));
  const ask = (filter: Record<string, string>) => fetchList(suggestions, { filter });
  await ask({ room_id: '01ARZ3' });
  await ask({ id: '01HZX,01HZY' });
  expect(unsupportedFilters(suggestions)).toEqual([]);
  await ask({ room_id: '01ARZ4' });
  await ask({ id: '01HZZ' });
  expect(unsupportedFilters(suggestions)).toEqual(['id', 'room_id']);
});
