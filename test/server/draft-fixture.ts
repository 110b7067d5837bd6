import { beforeEach } from 'vitest';
import { aDraft, aRoom, MADE_AT_UNIX } from '#test/builders.ts';
import { type SendOptions, serviceForFile } from '#test/service.ts';

export const TYPE = 'support_draft_messages';

/** A service for a whole test file, with a new draft in review by the agent for each test. */
export async function serviceWithDraft() {
  const service = await serviceForFile();
  /** Ids of the draft and of its room, which waits for support. */
  const own = { room: 0, draft: 0 };
  beforeEach(async () => {
    const { db, userIds } = service;
    own.room = (await aRoom(db, { awaiting_support: 1, awaiting_since_unix: MADE_AT_UNIX })).id;
    const given = { room_id: own.room, created_user_id: userIds.agent, message_content: 'Good day' };
    own.draft = (await aDraft(db, given)).id;
  });

  /** Sends an action on a draft, by default as reviewer. */
  const act = (action: string, options: SendOptions & { attributes?: object; meta?: object } = {}, id = own.draft) => {
    const { attributes, meta, ...rest } = options;
    const data = attributes && { type: TYPE, attributes };
    const body = data || meta ? { data, meta } : undefined;
    return service.send('PUT', `/${TYPE}/${id}/${action}`, { as: 'reviewer', body, ...rest });
  };
  const read = async (id = own.draft) => (await service.send('GET', `/${TYPE}/${id}`)).record;
  return { service, own, act, read };
}
