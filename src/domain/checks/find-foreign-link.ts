import type { CheckInput, Finding } from './finding.ts';
import { linkedHosts, mentionedHosts, siteOf } from './text/links.ts';
import { withoutCode } from './text/prose.ts';

/** A link to a host that is neither the client's nor mentioned by the visitor. Other hosts of the same site are fine. */
export function findForeignLink({
  text,
  spoken,
  ownHosts,
}: Pick<CheckInput, 'text' | 'spoken' | 'ownHosts'>): Finding | undefined {
  if (!spoken || ownHosts.length === 0) return undefined;
  const linked = linkedHosts(withoutCode(text));
  if (linked.length === 0) return undefined;
  const known = new Set([...ownHosts, ...spoken.byVisitor.flatMap(mentionedHosts)].map(siteOf));
  const host = linked.find((one) => !known.has(siteOf(one)));
  return host === undefined ? undefined : { code: 'foreign_link', host };
}
