import { clients } from '#contract/clients.ts';
import { formatListQuery } from '#contract/list-query.ts';
import { rooms } from '#contract/rooms.ts';
import { asArray, asRecord } from '#src/lib/json.ts';
import { type Connection, connection } from '../connection.ts';
import { deleteRecord } from '../mutations.ts';
import { recordPath, request } from '../request.ts';
import { parseItems } from '../tenant/parse-document.ts';

/** Result of a visitor sign-in, without its token. */
export interface LoginOutcome {
  hasToken: boolean;
  userId: string | undefined;
  /** Unix time in seconds; undefined if the tenant did not send it. */
  expiresAtUnix: number | undefined;
  /** Whether the visitor's empty room was deleted again. */
  isRoomDeleted: boolean;
}

const TOKEN_NAMES = ['access_token', 'token', 'auth_token'];
/** The gateway withholds the other headers, and sends the last one instead. */
const TOKEN_HEADERS = ['X-Access-Token', 'Access-Token', 'Authorization', 'X-Token-Withheld'];

/**
 * Signs in as a new visitor of the client, as the widget does, and deletes the visitor's empty room where the caller can.
 * The response is parsed and dropped here, so its token reaches no cache, state or screen. Throws an ApiError.
 */
export async function testSignIn(id: string): Promise<LoginOutcome> {
  const from = connection.get();
  const { body, headers } = await request({
    from,
    method: clients.actions.login.method,
    path: recordPath(clients, id, 'login'),
    body: { data: { type: clients.type, id, attributes: {} } },
  });
  const document = asRecord(body) ?? {};
  const data = asRecord(document.data);
  const sources = [asRecord(document.meta), asRecord(data?.attributes), asRecord(data?.meta), document];
  const find = (name: string) => sources.map((source) => source?.[name]).find((value) => value !== undefined);
  const reported = find('user_id');
  const userId = reported === undefined || reported === null ? undefined : String(reported);
  const expires = Number(find('expires_at_unix') ?? Number.NaN);
  return {
    hasToken:
      TOKEN_NAMES.some((name) => typeof find(name) === 'string' && find(name) !== '') ||
      TOKEN_HEADERS.some((name) => headers?.get(name)),
    userId,
    expiresAtUnix: Number.isFinite(expires) ? expires : undefined,
    isRoomDeleted: userId !== undefined && (await deleteRoomOf(userId, from).catch(() => false)),
  };
}

const NEWEST = 10;

/**
 * Deletes the visitor's room if it is certain to be that of a test: one of the newest, without other members and without
 * a message, and the service says that the caller can delete it. Returns whether it did.
 */
async function deleteRoomOf(userId: string, from: Connection | undefined): Promise<boolean> {
  const search = formatListQuery({ sort: ['-id'], include: ['users'], page: { size: NEWEST } });
  const newest = parseItems((await request({ from, path: `/${rooms.type}`, search })).body).map(asRecord);
  const room = newest.find((one) => {
    const members = asArray(asRecord(asRecord(one?.relationships)?.users)?.data);
    const isAlone = members.length === 1 && asRecord(members[0])?.id === userId;
    return isAlone && asArray(asRecord(one?.meta)?.can).includes('delete');
  });
  if (typeof room?.id !== 'string') return false;
  const history = await request({ from, path: recordPath(rooms, room.id, 'history') });
  const messages = asRecord(history.body)?.data;
  if (!Array.isArray(messages) || messages.length > 0) return false;
  await deleteRecord(rooms, room.id, { from });
  return true;
}
