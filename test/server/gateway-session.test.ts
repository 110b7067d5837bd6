import { describe, expect, test } from 'vitest';
import { MEDIA_TYPE } from '#contract/document.ts';
import { serviceForTest } from '#test/service.ts';
import { cookieOf, json } from '#test/session-requests.ts';
import { gatewayTo, upstreamOf } from './gateway-fixture.ts';

describe('a session through the gateway', () => {
  test('the tenant gets the token, never the cookie', async () => {
    const tenant = await serviceForTest();
    const seen: string[] = [];
    tenant.app.server.on('request', ({ rawHeaders }: { rawHeaders: string[] }) => seen.push(rawHeaders.join('\n')));
    const gateway = await gatewayTo(await tenant.listen());
    const token = tenant.tokens.reviewer;
    const post = (given: string) => fetch(`${gateway.origin}/session`, json({ token: given }));
    expect((await post('cs_unknown')).status).toBe(401);
    const entered = await post(token);
    expect(entered.status).toBe(204);
    const cookie = cookieOf(entered);
    const rooms = (headers: Record<string, string>, method = 'GET') =>
      fetch(`${gateway.origin}/rapi/v1/rooms`, { method, headers: { cookie, ...headers } });
    expect((await rooms({})).status).toBe(200);
    expect((await rooms({ 'sec-fetch-site': 'cross-site' }, 'POST')).status).toBe(403);
    expect((await rooms({ 'x-access-token': 'cs_unknown' })).status).toBe(401);
    expect(seen.filter((headers) => headers.includes(token))).toHaveLength(2);
    expect(seen.join('\n')).not.toMatch(/cookie/i);

    await tenant.app.close();
    const gone = await post(token);
    expect([gone.status, (await gone.json()).errors[0].code]).toEqual([502, 'gateway_unreachable']);
  });

  test('clears the browser cache once the tenant refuses it, but not for requests with their own token', async () => {
    const tenant = await serviceForTest();
    const gateway = await gatewayTo(await tenant.listen());
    const token = tenant.tokens.reviewer;
    const cookie = cookieOf(await fetch(`${gateway.origin}/session`, json({ token })));
    const read = async (headers: Record<string, string>) => {
      const response = await fetch(`${gateway.origin}/rapi/v1/rooms`, { headers });
      return [response.status, response.headers.get('clear-site-data')];
    };
    expect(await read({ cookie })).toEqual([200, null]);
    await tenant.db.updateTable('tokens').set({ revoked_at_unix: 1 }).execute();
    expect(await read({ cookie })).toEqual([401, '"cache"']);
    expect(await read({ cookie, 'x-access-token': token })).toEqual([401, null]);
    expect(await read({})).toEqual([401, null]);
  });

  test('an upstream without the API is detected', async () => {
    const upstream = await upstreamOf((_, response) => response.setHeader('content-type', 'text/html').end('<p>Hi'));
    const gateway = await gatewayTo(upstream.origin);
    const response = await fetch(`${gateway.origin}/session`, json({ token: 'cs_x' }));
    expect([response.status, (await response.json()).errors[0].code]).toEqual([502, 'gateway_unreachable']);
  });

  test.each([
    ['a page of a firewall', 'text/html', '<p>Blocked', 403],
    ['a tenant that denies drafts to the role', MEDIA_TYPE, '{"errors":[{"status":"403","title":"Forbidden"}]}', 204],
  ])('a 403 from %s signs in only if it comes from the API', async (_, type, body, status) => {
    const upstream = await upstreamOf((_, response) => response.writeHead(403, { 'content-type': type }).end(body));
    const gateway = await gatewayTo(upstream.origin);
    const response = await fetch(`${gateway.origin}/session`, json({ token: 'cs_x' }));
    expect([response.status, response.headers.has('set-cookie')]).toEqual([status, status === 204]);
    if (status === 403) expect(await response.text()).toContain('responded with a page instead of data');
  });
});
