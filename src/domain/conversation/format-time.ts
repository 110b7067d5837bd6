import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { serverNow } from '#src/lib/clock.ts';

/** The same key for times on the same local day. */
export const dayKey = (unix: number): string => new Date(unix * 1000).toDateString();

/** "Today", "Yesterday", else weekday and date, with the year if it differs. In the current locale. */
export function formatDay(unix: number): string {
  const day = new Date(unix * 1000);
  const reference = new Date(serverNow() * 1000);
  const isThisYear = day.getFullYear() === reference.getFullYear();
  if (day.toDateString() === reference.toDateString()) return t`Today`;
  reference.setDate(reference.getDate() - 1);
  if (day.toDateString() === reference.toDateString()) return t`Yesterday`;
  const weekday = { weekday: 'long', day: 'numeric', month: 'long' } as const;
  return i18n.date(day, isThisYear ? weekday : { ...weekday, year: 'numeric' });
}

/** Hours and minutes, such as "14:03". Call while rendering (uses the current locale). */
export const formatTime = (unix: number): string => i18n.date(new Date(unix * 1000), { timeStyle: 'short' });
