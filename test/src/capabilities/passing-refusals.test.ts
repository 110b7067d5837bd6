import { expect, test } from 'vitest';
import { drafts } from '#contract/drafts.ts';
import { capabilities } from '#src/api/capabilities.ts';
import { capabilityProbes } from '#src/api/capability-probes.ts';
import { fetchList } from '#src/api/reads.ts';
import { draftDocument, type Given, tenantAnswers } from '../api/tenant-answers.ts';

const caught = async (asked: Promise<unknown>) => asked.catch((reason: unknown) => reason);
const refused = () =>
  Object.entries(capabilities.get()).flatMap(([name, { state }]) => (state === 'refused' ? name : []));
const body = { data: [draftDocument('1')], meta: { count: 1, can: {} } };

test.each<[string, Given]>([
  ['429', { status: 429, headers: { 'Retry-After': '2' } }],
  ['503', 503],
  ['504', 504],
  ['408', 408],
])('the parts of a refused query are not blamed if trying them answers %s', async (status, answer) => {
  let tries = 0;
  tenantAnswers(({ path }) => {
    if (path.includes('sort=')) return { status: 400, body: { message: 'Bad request' } };
    return tries++ === 0 ? { body } : answer;
  });
  const query = { filter: { in_review: '1' }, sort: ['created_at_unix'], include: ['room'] };
  expect(await caught(fetchList(drafts, query))).toMatchObject({ status: Number(status) });
  expect(refused().filter((name) => name.includes('['))).toEqual([]);
});

test.each(['103', '107'])('a filter whose value is refused with code %s is not tried alone', async (code) => {
  const errors = [
    { status: '400', code, title: 'Invalid value', detail: 'sam is not a valid value of created_user_id.' },
  ];
  const sent = tenantAnswers(({ path }) => (path.includes('=sam') ? { status: 400, body: { errors } } : { body }));
  const read = fetchList(drafts, { filter: { created_user_id: 'sam' }, include: ['created_user'] });
  expect(await caught(read)).toMatchObject({ status: 400 });
  expect(sent).toHaveLength(1);
  expect(refused()).toEqual([]);
});

test.each([429, 503, 408])('a filter whose probe answers %i does not count as refused', async (status) => {
  tenantAnswers(({ path }) => (path.includes('filter[') ? status : { body: { data: [], meta: { count: 0 } } }));
  for (const { perform } of capabilityProbes()) await caught(perform());
  expect(refused()).toEqual([]);
});
