import type { Json } from '#contract/attribute.ts';
import type { clients } from '#contract/clients.ts';
import { mintToken } from '../access/tokens.ts';
import { actorOf, recordAction } from '../audit/record-change.ts';
import { normalizeForSearch } from '../db/search/normalize-for-search.ts';
import type { Hooks } from '../jsonapi/hooks.ts';
import { nowUnix } from '../jsonapi/request/context.ts';
import { cutName, insertRoom, ROOM_KIND } from './insert-room.ts';
import { permissions } from './permissions.ts';
import { randomCode } from './random-code.ts';

const DAY_SECONDS = 86_400;

export const clientHooks: Hooks<typeof clients, 'clients'> = {
  table: 'clients',
  permissions: permissions.clients,
  unique: ['code'],
  meta: ({ updated_at_unix }) => ({ updated_at_unix }),
  // A new client without a code gets one.
  requires: (_, row) => (row ? ['code'] : []),
  onCreate: ({ code }, context) => {
    const given = typeof code === 'string' && code.trim() !== '' ? code : randomCode();
    return { code: given, injectable_code: snippet(given), updated_at_unix: nowUnix(context) };
  },
  onUpdate: (values, row, context) => {
    const { code } = values;
    const before: Json = { ...row };
    const isChanged = Object.entries(values).some(([name, value]) => before[name] !== value);
    return {
      ...(code !== undefined && { injectable_code: snippet(String(code)) }),
      ...(isChanged && { updated_at_unix: nowUnix(context) }),
    };
  },
  actions: {
    login: async ({ context, row }) => {
      // The title alone may have the maximum length of a name.
      const name = cutName(`Visitor of ${row.title}`);
      const visitor = await context.db
        .insertInto('users')
        .values({ name, name_folded: normalizeForSearch(name), kind: 'visitor' })
        .returning('id')
        .executeTakeFirstOrThrow();
      const room = await insertRoom(context, { kind: ROOM_KIND.support, name }, [visitor.id]);
      const after = { user_id: visitor.id };
      await recordAction(context, { action: 'login', recordType: 'clients', recordId: row.id, after });
      const expiresAtUnix = nowUnix(context) + DAY_SECONDS;
      const claims = { userId: visitor.id, role: 'guest', roomId: room?.id ?? null, expiresAtUnix } as const;
      const token = await mintToken(context.db, claims, actorOf(context));
      return {
        record: row,
        meta: { access_token: token, expires_at_unix: expiresAtUnix, user_id: String(visitor.id) },
      };
    },
  },
};

/**
 * The snippet that customers paste into their site. Its type keeps browsers from executing it where it is displayed.
 */
export function snippet(code: string) {
  const escaped = code.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<script type="text/plain" data-chat-client="${escaped}"></script>`;
}
