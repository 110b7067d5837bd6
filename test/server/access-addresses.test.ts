import { describe, expect, test } from 'vitest';
import { AddressListError, parseAddressList } from '#server/access/addresses.ts';
import { requireAllowedIp } from '#server/http/request-checks.ts';

const LIST = '10.1.2.3,10.20.0.0/16,192.168.7.9/24,2001:db8:aa::/48,fe80::1,::ffff:172.16.0.0/108,::1';

const inside = [
  '10.1.2.3',
  '::ffff:10.1.2.3',
  '::FFFF:10.1.2.3',
  '::ffff:a01:203',
  '0:0:0:0:0:ffff:a01:203',
  '0000:0000:0000:0000:0000:ffff:0a01:0203',
  '10.20.0.0',
  '10.20.255.255',
  '::ffff:10.20.9.9',
  '192.168.7.0',
  '192.168.7.255',
  '2001:db8:aa::',
  '2001:DB8:AA::1',
  '2001:0db8:00aa:ffff:ffff:ffff:ffff:ffff',
  'fe80::1',
  'fe80::1%eth0',
  'fe80:0:0:0:0:0:0:1',
  '172.16.0.1',
  '172.31.255.255',
  '::ffff:172.20.1.1',
  '::1',
  '0:0:0:0:0:0:0:1',
];

const outside = [
  '10.1.2.4',
  '10.21.0.0',
  '10.19.255.255',
  '192.168.8.0',
  '172.32.0.0',
  '2001:db8:ab::',
  'fe80::2',
  '::2',
  '::10.1.2.3',
  '::ffff:0:10.1.2.3',
  '64:ff9b::10.1.2.3',
  '127.0.0.1',
  '127.1',
  '10.1.2.3.',
  '10.1.2',
  '010.1.2.3',
  '0x0a.1.2.3',
  '0x0a010203',
  '167838211',
  '10.1.2.3:80',
  '10.1.2.3%eth0',
  ' 10.1.2.3',
  '10.1.2.3, 1.1.1.1',
  '10.1.2.3/32',
  '[::1]',
  'localhost',
  'unknown',
  '',
];

describe('parseAddressList', () => {
  const isInList = parseAddressList(LIST);
  test.each(inside)('%s is in the list', (ip) => expect(isInList(ip)).toBe(true));
  test.each(outside)('"%s" is not in the list', (ip) => expect(isInList(ip)).toBe(false));

  test.each([
    ['', 'is an empty item'],
    ['10.0.0.1,', 'is an empty item'],
    ['10.0.0.1,,10.0.0.2', 'is an empty item'],
    ['10.0.0.1, 10.0.0.2', 'contains a space'],
    [' ', 'contains a space'],
    ['*', 'is not an IP address'],
    ['10.*', 'is not an IP address'],
    ['10.0.0.0-10.0.0.9', 'is not an IP address'],
    ['localhost', 'is not an IP address'],
    ['127.1', 'is not an IP address'],
    ['2130706433', 'is not an IP address'],
    ['010.0.0.1', 'is not an IP address'],
    ['fe80::1%eth0', 'is not an IP address'],
    ['10.0.0.0/8/8', 'is not an IP address'],
    ['10.0.0.0/33', 'must have a prefix length from 0 to 32'],
    ['10.0.0.0/', 'must have a prefix length from 0 to 32'],
    ['10.0.0.0/08', 'must have a prefix length from 0 to 32'],
    ['10.0.0.0/-1', 'must have a prefix length from 0 to 32'],
    ['10.0.0.0/255.0.0.0', 'must have a prefix length from 0 to 32'],
    ['2001:db8::/129', 'must have a prefix length from 0 to 128'],
    ['::ffff:10.0.0.0/64', 'mixes mapped IPv4 addresses'],
    ['0.0.0.0/0', 'covers every address'],
    ['10.0.0.1/0', 'covers every address'],
    ['::/0', 'covers every address'],
    ['::ffff:0:0/96', 'covers every address'],
  ])('"%s" is refused', (list, reason) => {
    expect(() => parseAddressList(list)).toThrow(AddressListError);
    expect(() => parseAddressList(list)).toThrow(reason);
  });

  test('the error message quotes the invalid item', () => {
    expect(() => parseAddressList('10.0.0.1,10.0.0.0/33')).toThrow('"10.0.0.0/33" must have a prefix length');
  });

  test('a range of all addresses is accepted if allowed, and covers only its own address family', () => {
    const everyIpv4 = parseAddressList('0.0.0.0/0', true);
    expect([everyIpv4('8.8.8.8'), everyIpv4('::ffff:8.8.8.8'), everyIpv4('2001:db8::1')]).toEqual([true, true, false]);
    const everyIpv6 = parseAddressList('::/0', true);
    expect([everyIpv6('8.8.8.8'), everyIpv6('2001:db8::1')]).toEqual([false, true]);
  });
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['fe80::2%eth0', 'fe80::2'],
  ['unknown', undefined],
])('a refusal of %s names %s', (ip, refused_address) => {
  const refuse = () => requireAllowedIp({ ip }, () => false);
  expect(refuse).toThrow(expect.objectContaining({ errors: [expect.objectContaining({ meta: { refused_address } })] }));
});
