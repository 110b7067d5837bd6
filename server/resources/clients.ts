import type { clients } from '#contract/clients.ts';
import type { mintToken } from '../access/tokens.ts';
import { foldText } from '../db/fold.ts';
import { nowUnix } from '../jsonapi/context.ts';
import { attributePointer, invalid } from '../jsonapi/input.ts';
import { Problem } from '../jsonapi/problem.ts';
import type { Hooks } from '../jsonapi/served.ts';
import { newCode } from './codes.ts';
import { insertRoom, KIND } from './new-room.ts';
import { rules } from './rules.ts';

const DAY_SECONDS = 86_400;

/** Hooks for clients; `login` creates tokens with `mint`. */
export function clientHooks(mint: typeof mintToken): Hooks<typeof clients, 'clients'> {
  return {
    table: 'clients',
    rules: rules.clients,
    unique: ['code'],
    onCreate: ({ code }) => {
      const given = typeof code === 'string' && code.trim() !== '' ? code : newCode();
      return { code: given, injectable_code: snippet(given) };
    },
    onUpdate: ({ code }) => {
      if (code === undefined) return {};
      if (String(code).trim() === '') throw new Problem(422, [invalid(attributePointer('code'), { code: 'blank' })]);
      return { injectable_code: snippet(String(code)) };
    },
    actions: {
      login: async ({ context, row }) => {
        const name = `Visitor of ${row.title}`;
        const visitor = await context.db
          .insertInto('users')
          .values({ name, name_folded: foldText(name), kind: 'visitor' })
          .returning('id')
          .executeTakeFirstOrThrow();
        const room = await insertRoom(context, { kind: KIND.support, name }, [visitor.id]);
        const expiresAtUnix = nowUnix(context) + DAY_SECONDS;
        const token = await mint(context.db, {
          userId: visitor.id,
          role: 'guest',
          roomId: room?.id ?? null,
          expiresAtUnix,
        });
        return {
          record: row,
          meta: { access_token: token, expires_at_unix: expiresAtUnix, user_id: String(visitor.id) },
        };
      },
    },
  };
}

/**
 * The snippet that customers paste into their site. Its type keeps browsers from executing it where it is displayed.
 */
export function snippet(code: string) {
  const escaped = code.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<script type="text/plain" data-chat-client="${escaped}"></script>`;
}
