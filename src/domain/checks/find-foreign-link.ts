import { parse } from 'tldts';
import type { CheckInput, Finding } from './finding.ts';
import { hostOf } from './text/host-of.ts';
import { withoutCode } from './text/prose.ts';

const WITH_SCHEME = /https?:\/\/[^\s<>"'`|\\^（）()[\]{}【】「」『』《》，。、！？；]+/giu;
/** Punctuation of the sentence around an address. */
const TRAILING = /(?<=[\p{L}\p{M}\p{N}/])[^\p{L}\p{M}\p{N}/]+$/u;
/** A host without scheme: after `www.`, before a path, or on its own. Not the host of an e-mail address. */
const BARE =
  /(?<![\p{L}\p{N}@/._:%=&-])(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}][\p{L}\p{N}-]*[\p{L}](?::\d+)?(\/[^\s]|(?![\p{L}\p{N}@-]))/gu;
const MAIL = /@((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})/gu;
/** File extensions that are also top-level domains. */
const FILES = new Set('md mov pl ps py rs sh so zip'.split(' '));
const GENERIC = new Set('app biz club com dev edu gov info link live net online org shop site store xyz'.split(' '));
const COUNTRY_LETTERS = 2;

/** Hosts that a text links to, in lower case. */
function linkedHosts(text: string): string[] {
  const hosts = Array.from(text.matchAll(WITH_SCHEME), ([address]) => hostOf(address.replace(TRAILING, '')));
  const rest = text.replace(WITH_SCHEME, ' ');
  for (const [address, path] of rest.matchAll(BARE)) {
    const host = hostOf(`https://${address}`);
    if (host && (/^www\./i.test(address) || path || isWellKnown(address, host))) hosts.push(host);
  }
  return hosts.filter((host) => host !== '');
}

/** Hosts that a text links to or has e-mail addresses at. */
const mentionedHosts = (text: string): string[] => [
  ...linkedHosts(text),
  ...Array.from(text.matchAll(MAIL), ([, host = '']) => host.toLowerCase()),
];

/** Registrable domain of a host, such as `harbor.co.uk` of `shop.harbor.co.uk`; the host itself if it has none. */
const siteOf = (host: string): string => parse(host, { allowPrivateDomains: true }).domain ?? host;

/** Whether a name without a scheme or path is likely a host, unlike `README.md`, `Node.js` or `ok.So`. */
function isWellKnown(address: string, host: string): boolean {
  if (address !== address.toLowerCase()) return false;
  const { publicSuffix, isIcann } = parse(host);
  const ending = publicSuffix?.split('.').at(-1) ?? '';
  return isIcann === true && !FILES.has(ending) && (GENERIC.has(ending) || ending.length === COUNTRY_LETTERS);
}

/** A link to a host that is neither the client's nor mentioned by the visitor. Other hosts of the same site are fine. */
export function findForeignLink({
  text,
  roomTexts,
  ownHosts,
}: Pick<CheckInput, 'text' | 'roomTexts' | 'ownHosts'>): Finding | undefined {
  if (!roomTexts || ownHosts.length === 0) return undefined;
  const linked = linkedHosts(withoutCode(text));
  if (linked.length === 0) return undefined;
  const known = new Set([...ownHosts, ...roomTexts.byVisitor.flatMap(mentionedHosts)].map(siteOf));
  const host = linked.find((one) => !known.has(siteOf(one)));
  return host === undefined ? undefined : { code: 'foreign_link', host };
}
