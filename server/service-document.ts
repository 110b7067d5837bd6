import { API_PREFIX } from '#contract/document.ts';
import packageJson from '../package.json' with { type: 'json' };
import { ROLES } from './access/caller.ts';
import { readTenantProfile } from './access/tenant-profile.ts';
import type { Api } from './jsonapi/api.ts';
import type { Context } from './jsonapi/request/context.ts';
import { addQueryRoute } from './jsonapi/request/query-route.ts';
import { REOPEN_HOURS } from './resources/draft-rules.ts';
import { HOURS, MINUTES } from './resources/waiting-history.ts';

/** Extensions of the documented interface. Clients use only those named here. */
const extensions = {
  /** `PUT support_draft_messages/{id}/reopen`. */
  reopen: { hours: REOPEN_HOURS },
  /** A filter of users that finds the caller. */
  current_user: { filter: 'current_user' },
  /** Rejects a write that was made in another user's session. */
  expected_user: { header: 'X-Expected-User' },
  /** Records in the audit trail that a list was exported. */
  export_events: { header: 'X-Purpose', value: 'export' },
  /** Adds to each room its newest message, its drafts in review and whether it is unread. */
  room_summaries: { parameter: 'roomMeta', value: 'summary' },
  /** Sorts rooms by the start of their wait. */
  waiting_order: { sort: 'awaiting_since_unix' },
  /** `PUT rooms/{id}/mark_read`. */
  room_mark_read: { action: 'mark_read' },
  /** `GET rooms/waiting_history`. */
  waiting_history: { minutes: MINUTES, hours: HOURS },
};

/** Mounts `GET /rapi/v1`, which describes the tenant, the caller and the service's extensions. */
export function mountServiceDocument(api: Api): void {
  for (const path of ['/v1', '/v1/']) {
    addQueryRoute(api, {
      path,
      roles: ROLES,
      isQuick: () => true,
      handler: async ({ context }) => ({ document: await serviceDocument(api, context) }),
    });
  }
}

async function serviceDocument({ configs }: Api, { db, tenant, caller, origin }: Context) {
  const { name } = await db
    .selectFrom('users')
    .select('name')
    .where('id', '=', caller.userId)
    .executeTakeFirstOrThrow();
  return {
    jsonapi: { version: '1.0' },
    links: Object.fromEntries([...configs.keys()].map((type) => [type, `${origin}${API_PREFIX}/${type}`])),
    meta: {
      service: 'countersign',
      version: packageJson.version,
      tenant: { name: tenant, ...(await readTenantProfile(db, tenant)) },
      caller: { id: String(caller.userId), name, role: caller.role },
      extensions,
    },
  };
}
