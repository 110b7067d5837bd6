import { BlockList, isIP } from 'node:net';

/** Tests whether an IP address, as reported by a socket, is in a list. False for anything that is not an IP address. */
export type AddressTest = (ip: string) => boolean;

/** True for a host name in the syntax of DNS. */
export const isHostName = (text: string): boolean => text.length <= 253 && HOST_NAME.test(text);

const HOST_NAME = /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i;

/** Rejects an invalid or overly broad list; the message names the item and the reason. */
export class AddressListError extends Error {}

/**
 * Parses a comma-separated list of IPv4 and IPv6 addresses and CIDR ranges. IPv4-mapped IPv6 addresses count as IPv4,
 * both in the list and in the tested address. A range that covers every address is rejected unless `allowAll`.
 */
export function parseAddressList(text: string, allowAll = false): AddressTest {
  // One list per family: a single `BlockList` would also match IPv4 addresses against the IPv6 ranges around the mapped
  // ones.
  const lists: Lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const item of text.split(',')) addItem(lists, item, allowAll);
  return (ip) => {
    const address = normalizeAddress(ip);
    return address !== undefined && lists[address.family].check(address.ip, address.family);
  };
}

type Lists = Record<'ipv4' | 'ipv6', BlockList>;

function addItem(lists: Lists, item: string, allowAll: boolean) {
  const fail = (reason: string): never => {
    throw new AddressListError(`${JSON.stringify(item.slice(0, 60))} ${reason}`);
  };
  if (item === '') fail('is an empty item');
  if (/\s/.test(item)) fail('contains a space');
  const [base = '', mask, ...rest] = item.split('/');
  const given = isIP(base);
  const address = base.includes('%') ? undefined : normalizeAddress(base);
  if (!address || rest.length > 0) return fail('is not an IP address or CIDR range');
  const list = lists[address.family];
  if (mask === undefined) return list.addAddress(address.ip, address.family);

  const most = given === 6 ? 128 : 32;
  if (!/^(0|[1-9]\d{0,2})$/.test(mask) || Number(mask) > most) fail(`must have a prefix length from 0 to ${most}`);
  // The prefix of a mapped range includes the 96 bits of `::ffff:0:0`.
  const prefix = given === 6 && address.family === 'ipv4' ? Number(mask) - 96 : Number(mask);
  if (prefix < 0) fail('mixes mapped IPv4 addresses with IPv6 ones');
  if (prefix === 0 && !allowAll) fail('covers every address');
  list.addSubnet(address.ip, prefix, address.family);
}

/** Strips the zone and converts a mapped address to IPv4. Returns undefined for anything that is not an IP address. */
export function normalizeAddress(text: string): { ip: string; family: 'ipv4' | 'ipv6' } | undefined {
  const version = isIP(text);
  if (version === 0) return undefined;
  const ip = text.replace(/%.*$/, '');
  if (version === 4) return { ip, family: 'ipv4' };
  const mapped = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/.exec(new URL(`http://[${ip}]`).hostname);
  if (!mapped) return { ip, family: 'ipv6' };
  const bytes = mapped.slice(1).flatMap((half) => [Number.parseInt(half, 16) >> 8, Number.parseInt(half, 16) & 255]);
  return { ip: bytes.join('.'), family: 'ipv4' };
}
