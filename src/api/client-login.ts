import { clients } from '#contract/clients.ts';
import { asRecord } from '#src/lib/json.ts';
import { request } from './request.ts';

/** Result of a visitor sign-in, without its token. */
export interface LoginOutcome {
  hasToken: boolean;
  userId: string | undefined;
  /** Unix time in seconds; undefined if the tenant did not send it. */
  expiresAtUnix: number | undefined;
}

const TOKEN_NAMES = ['access_token', 'token', 'auth_token'];
const TOKEN_HEADERS = ['X-Access-Token', 'Access-Token', 'Authorization'];

/**
 * Signs in as a new visitor of the client, as the widget does. The response is parsed and dropped here, so its token
 * reaches no cache, state or screen. Throws an ApiError.
 */
export async function checkLogin(id: string): Promise<LoginOutcome> {
  const { body, headers } = await request({
    method: clients.actions.login.method,
    path: `/${clients.type}/${encodeURIComponent(id)}/login`,
    body: { data: { type: clients.type, id, attributes: {} } },
  });
  const document = asRecord(body) ?? {};
  const data = asRecord(document.data);
  const sources = [asRecord(document.meta), asRecord(data?.attributes), asRecord(data?.meta), document];
  const find = (name: string) => sources.map((source) => source?.[name]).find((value) => value !== undefined);
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
