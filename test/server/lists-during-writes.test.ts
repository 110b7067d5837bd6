import { expect, test } from 'vitest';
import { aDraft } from '#test/builders.ts';
import { serviceForFile } from '#test/service.ts';

const TYPE = 'support_draft_messages';
const DRAFTS = 200;
const PAGE_SIZE = 5;
const QUEUE = 'filter[in_review]=1&sort=created_at_unix';
const SEARCH = `filter[content_or_room_name_like]=harbour&${QUEUE}`;

const service = await serviceForFile();

test('neither the queue nor a search within it contains a draft that is approved while it is read', async () => {
  const drafts = await Promise.all(
    Array.from({ length: DRAFTS }, (_, number) => aDraft(service.db, { message_content: `harbour ${number}` })),
  );
  let left = DRAFTS;
  const approveAll = async () => {
    for (const { id } of drafts) {
      expect((await service.send('PUT', `/${TYPE}/${id}/approve`)).status).toBe(200);
      left -= 1;
    }
  };
  const readUntilDone = async (query: string) => {
    while (left > 0) {
      const { records, links } = await service.send('GET', `/${TYPE}?${query}&page[size]=${PAGE_SIZE}`);
      expect(records.filter(({ attributes }) => attributes?.status !== 'in_review')).toEqual([]);
      // A page shortened by an approval must not pass for the last page.
      if (left > PAGE_SIZE + 1) expect(links).toHaveProperty('next');
    }
  };
  await Promise.all([approveAll(), ...[QUEUE, QUEUE, SEARCH, SEARCH].map(readUntilDone)]);
});
