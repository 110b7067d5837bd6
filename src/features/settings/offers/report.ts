import { HABITS, type Offers } from '#src/api/offers/offers.ts';
import { documentedResources } from './documented.ts';

/** Capability report in Markdown, for the tenant's developers. */
export function offersReport(address: string, offers: Offers): string {
  const names = documentedResources().flatMap(({ endpoints, filters }) => [...endpoints, ...filters]);
  const rows = [...names, ...HABITS].map((name) => {
    const { state = 'not tried', at, answer = '' } = offers[name] ?? {};
    const when = at === undefined ? '' : new Date(at).toISOString();
    return `| ${[`\`${name}\``, state, when, answer].map(cell).join(' | ')} |`;
  });
  return [
    `# What ${address} offers of the Chat Support Resources API`,
    '',
    'Seen by Countersign from a browser. `ignored`: answered as if the filter were not there.',
    '`counts`: lists say how many records match. `meta.can`: records say what the caller may do.',
    '`comment`: approve and reject keep the comment that they are given.',
    '',
    '| What | State | When | Answer |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
