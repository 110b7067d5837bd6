import { describe, expect, test } from 'vitest';
import { parseAddressList } from '#server/access/addresses.ts';
import { serviceForFile, type TestService } from '#test/service.ts';

const OFFICE = '10.0.0.7';
const ELSEWHERE = '203.0.113.9';

/** Name, `X-Forwarded-For` header, and whether the client address counts as an office address. */
const rows: [string, string | undefined, boolean][] = [
  ['no header', undefined, false],
  ['an office address', OFFICE, true],
  ['an office address after one set by the client', `${ELSEWHERE}, ${OFFICE}`, true],
  ['an office address set by the client', `${OFFICE}, ${ELSEWHERE}`, false],
  ['an office address set by the client, through a second proxy', `${OFFICE}, ${ELSEWHERE}, 192.0.2.2`, false],
  ['an office address through a second proxy', `${ELSEWHERE}, ${OFFICE}, 192.0.2.2`, true],
  ['an office address mapped into IPv6', `::ffff:${OFFICE}`, true],
  ['an invalid address', 'garbage', false],
  ['an invalid address after an office address', `${OFFICE}, garbage`, false],
  ['an address in hexadecimal', '0x0a000007', false],
  ['an address with a port', `${OFFICE}:80`, false],
  ['an empty header', '', false],
  ['commas', ',,', false],
];

const isAllowedAddress = parseAddressList('10.0.0.0/8');
const service = await serviceForFile({ isAllowedAddress, trustProxy: parseAddressList('127.0.0.1,192.0.2.2') });
const alone = await serviceForFile({ isAllowedAddress });

const statusBy = (at: TestService, headers: Record<string, string>) =>
  at.send('GET', '/rooms', { headers }).then(({ status }) => status);

describe('X-Forwarded-For from a trusted proxy', () => {
  test.each(rows)('%s', async (_, forwarded, isOffice) => {
    const headers: Record<string, string> = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    expect(await statusBy(service, headers)).toBe(isOffice ? 200 : 403);
  });
});

test('X-Forwarded-For is ignored without a trusted proxy, and similar headers are always ignored', async () => {
  for (const [, forwarded = ''] of rows) expect(await statusBy(alone, { 'x-forwarded-for': forwarded })).toBe(403);
  for (const name of ['forwarded', 'x-real-ip', 'client-ip', 'cf-connecting-ip', 'x-client-ip', 'true-client-ip'])
    for (const value of [OFFICE, `for=${OFFICE}`]) expect(await statusBy(service, { [name]: value })).toBe(403);
});
