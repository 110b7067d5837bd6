import { clients } from '#contract/clients.ts';
import { request } from '#src/api/request.ts';
import { asRecord } from '#src/lib/json.ts';

/** What a visitor's sign-in came to, without the token that it gave. */
export interface LoginOutcome {
  hasToken: boolean;
  userId: string | undefined;
  /** Seconds since 1970; undefined where the tenant did not say. */
  expiresAtUnix: number | undefined;
}

const TOKEN_NAMES = ['access_token', 'token', 'auth_token'];
const TOKEN_HEADERS = ['X-Access-Token', 'Access-Token', 'Authorization'];

/**
 * Signs in as a new visitor of the client, as its widget does. The answer is read here and dropped: the token in it
 * reaches no cache, no state and no screen. Throws an ApiError.
 */
export async function checkLogin(id: string): Promise<LoginOutcome> {
  const { body, headers } = await request({
    method: clients.actions.login.method,
    path: `/${clients.type}/${encodeURIComponent(id)}/login`,
    body: { data: { type: clients.type, id, attributes: {} } },
  });
  const document = asRecord(body) ?? {};
  const data = asRecord(document.data);
  const places = [asRecord(document.meta), asRecord(data?.attributes), asRecord(data?.meta), document];
  const find = (name: string) => places.map((place) => place?.[name]).find((value) => value !== undefined);
  const userId = find('user_id');
  const expires = Number(find('expires_at_unix') ?? Number.NaN);
  return {
    hasToken:
      TOKEN_NAMES.some((name) => typeof find(name) === 'string' && find(name) !== '') ||
      TOKEN_HEADERS.some((name) => headers?.get(name)),
    userId: userId === undefined || userId === null ? undefined : String(userId),
    expiresAtUnix: Number.isFinite(expires) ? expires : undefined,
  };
}
