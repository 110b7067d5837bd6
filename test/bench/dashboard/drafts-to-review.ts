import { callApi, writeDraft } from '#test/api-client.ts';
import { personOf, type ServiceProcess } from '#test/service-process.ts';

interface List {
  data: { id: string; relationships: { room: { data: { id: string } } } }[];
  meta: { record_count: number };
}

const DRAFTS = '/support_draft_messages';

/** The user signed in to the measured pages. */
export const reviewer = (service: ServiceProcess) => personOf(service, 'supervisor');

/** Number of drafts that match a query of the API, as the reviewer sees them. */
export async function countDrafts(service: ServiceProcess, query: string): Promise<number> {
  const { meta } = await listDrafts(service, `${query}&page[size]=1`);
  return meta.record_count;
}

/** Leaves exactly `count` drafts in the queue, none by the reviewer, who may not approve their own. */
export async function setQueue(service: ServiceProcess, count: number): Promise<void> {
  const { token, user_id } = reviewer(service);
  const own = `filter[in_review]=1&filter[created_user_id]=${user_id}`;
  await approveAll(service, own, await countDrafts(service, own), personOf(service, 'admin').token);
  const open = await countDrafts(service, 'filter[in_review]=1');
  await approveAll(service, 'filter[in_review]=1', open - count, token);
  const { data } = await listDrafts(service, 'page[size]=1');
  const roomId = data[0]?.relationships.room.data.id ?? '';
  for (let missing = count - open; missing > 0; missing -= 1) {
    await writeDraft(service, roomId, `It left the harbour today, zone ${missing} of ${Date.now()}.`);
  }
}

/** Approves the newest `count` matches. */
async function approveAll(service: ServiceProcess, query: string, count: number, token: string) {
  for (let left = count; left > 0; ) {
    const { data } = await listDrafts(service, `${query}&sort=-created_at_unix&page[size]=${Math.min(left, 100)}`);
    for (const { id } of data)
      await callApi(service, token, 'PUT', `${DRAFTS}/${id}/approve`, { type: 'support_draft_messages', id });
    left -= data.length;
  }
}

// The documented shape of a list.
const listDrafts = async (service: ServiceProcess, query: string) =>
  (await callApi(service, reviewer(service).token, 'GET', `${DRAFTS}?${query}`)) as List;
