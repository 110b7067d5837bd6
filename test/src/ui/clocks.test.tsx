import { i18n } from '@lingui/core';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { drafts } from '#contract/drafts.ts';
import { parseRow } from '#src/api/tenant/parse-row.ts';
import { formatDay } from '#src/domain/conversation/format-time.ts';
import { syncClock } from '#src/lib/clock.ts';
import { dayToUnix, unixToDay } from '#src/list/filter-control.tsx';
import { RelativeTime } from '#src/ui/text/relative-time.tsx';
import { renderUi } from '#test/src/ui/render-ui.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  i18n.activate('en');
});

/** In each case, the tenant's time, and the time and zone of the user's computer. */
test.each([
  ['right', '2026-07-15T12:00:00Z', '2026-07-15T12:00:00Z', 'UTC'],
  ['a day slow', '2026-07-15T12:00:00Z', '2026-07-14T12:00:00Z', 'Europe/Zurich'],
  ['a day fast', '2026-07-15T12:00:00Z', '2026-07-16T12:00:00Z', 'Europe/Zurich'],
  ['an hour slow', '2026-07-15T12:00:00Z', '2026-07-15T11:00:00Z', 'America/New_York'],
  ['at the Unix epoch', '2026-07-15T12:00:00Z', '1970-01-01T00:00:00Z', 'UTC'],
  ['a century fast', '2026-07-15T12:00:00Z', '2126-07-15T12:00:00Z', 'Asia/Tokyo'],
  ['after the hour skipped in spring', '2026-03-29T01:02:00Z', '2026-03-29T01:02:00Z', 'Europe/Zurich'],
  ['in the hour repeated in autumn', '2026-10-25T01:02:00Z', '2026-10-25T01:02:00Z', 'Europe/Zurich'],
  ['14 hours ahead of UTC', '2026-07-15T12:30:00Z', '2026-07-14T22:30:00Z', 'Pacific/Kiritimati'],
  ['11 hours behind UTC', '2026-07-15T12:30:00Z', '2026-07-16T01:30:00Z', 'Pacific/Pago_Pago'],
  ['a quarter of an hour slow', '2026-07-15T12:00:00Z', '2026-07-15T11:45:00Z', 'Asia/Kathmandu'],
])('with a clock that is %s, ages and days follow the tenant’s clock', (_, theirs, ours, timeZone) => {
  vi.stubEnv('TZ', timeZone);
  vi.setSystemTime(ours);
  // Not every process or thread adopts a new zone at runtime.
  expect(new Date().toLocaleString('en')).toBe(new Date().toLocaleString('en', { timeZone }));
  syncClock(new Date(theirs).toUTCString());
  const now = Date.parse(theirs) / 1000;
  renderUi(
    <>
      <RelativeTime unix={now - 240} form="age" />
      <RelativeTime unix={now - 240} />
      <RelativeTime unix={now + 90_000} />
      <RelativeTime unix={now + 90_000} form="age" />
    </>,
  );
  expect(screen.getAllByRole('time').map(({ textContent }) => textContent)).toEqual([
    '4 min',
    '4 minutes ago',
    'now',
    '0 sec',
  ]);
  expect(formatDay(now)).toBe('Today');
  expect(unixToDay(dayToUnix('2026-07-15') ?? 0)).toBe('2026-07-15');
  expect(dayToUnix('2026-07-15')).toBe(Date.parse('2026-07-15T12:00:00Z') / 1000);
});

const MOMENT = 1_784_116_800;

test.each<[string, unknown, number]>([
  ['seconds', MOMENT, MOMENT],
  ['milliseconds', MOMENT * 1000 + 7, MOMENT],
  ['digits', String(MOMENT), MOMENT],
  ['1970', 0, 0],
  ['before 1970', -3600, -3600],
  ['nothing', null, 0],
  ['words', 'yesterday', 0],
  ['NaN', Number.NaN, 0],
  ['infinity', Number.POSITIVE_INFINITY, 0],
  ['a value beyond all dates', 1e300, 0],
  ['milliseconds too large', 9e15, 0],
])('a time given as %s can be shown', (_, given, read) => {
  vi.setSystemTime((MOMENT + 240) * 1000);
  syncClock(new Date().toUTCString());
  const row = parseRow(drafts, { id: '1', attributes: { created_at_unix: given } });
  expect(row?.created_at_unix).toBe(read);
  const { container } = renderUi(<RelativeTime unix={row?.created_at_unix ?? 0} />);
  const shown =
    new Map([
      [MOMENT, '4 minutes ago'],
      [0, '–'],
    ]).get(read) ?? '56 years ago';
  expect(container.textContent).toBe(shown);
});

test('a second that ends between two readings of the clock causes no React error', () => {
  let ms = MOMENT * 1000;
  vi.spyOn(Date, 'now').mockImplementation(() => {
    ms += 1000;
    return ms;
  });
  renderUi(<RelativeTime unix={MOMENT} form="age" />);
  expect(screen.getByRole('time').textContent).toMatch(/^\d+ sec$/);
});
