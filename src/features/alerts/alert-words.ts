import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { listWords } from '#src/ui/list-words.ts';
import type { UnseenRoom } from './alert-desk.ts';

const MOST_NAMED = 3;

/** Alert text: how many rooms started to wait at which tenant, with the first few names. */
export function alertWords(tenant: string, rooms: readonly UnseenRoom[]): { title: string; body: string } {
  const count = plural(rooms.length, { one: '# room has begun to wait', other: '# rooms have begun to wait' });
  const names = rooms.slice(0, MOST_NAMED).map(({ name }) => name);
  const more = rooms.length - names.length;
  const list = more > 0 ? [...names, plural(more, { one: '# more', other: '# more' })] : names;
  return { title: t`${tenant}: ${count}`, body: listWords(i18n.locale, list, 'long') };
}
