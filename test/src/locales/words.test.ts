import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { afterAll, expect, test, vi } from 'vitest';
import { clients } from '#contract/clients.ts';
import { drafts } from '#contract/drafts.ts';
import { keywords } from '#contract/keywords.ts';
import { rooms } from '#contract/rooms.ts';
import { suggestions } from '#contract/suggestions.ts';
import { nextCopyName } from '#src/bulk/use-duplicate.ts';
import { compareKeywords } from '#src/features/keywords/use-keyword-list.ts';
import { startsByHour } from '#src/features/watch/starts-by-hour.ts';
import { createValueValidator } from '#src/form/form-schema.ts';
import { defaultSettings, settings } from '#src/lib/storage/settings.ts';
import { applyLanguage } from '#src/locales/language.ts';
import { formatList } from '#src/ui/text/format-list.ts';
import { age, formatAbsoluteTime, formatRelativeTime } from '#src/ui/text/relative-time.tsx';
import { keywordRow } from '../keywords/keyword-row.ts';

async function speak(locale: string) {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue([locale]);
  settings.set({ ...defaultSettings });
  document.documentElement.lang = '';
  await applyLanguage();
  expect(i18n.locale).toBe(locale);
}

afterAll(async () => speak('en'));

const NOON = Date.UTC(2026, 10, 20, 12, 5, 9) / 1000;

test.each([
  ['en-GB', '3 minutes ago', 'yesterday', '54 mins', '20 Nov 2026', 'Ana, Bo', '12,345', ['Mon', 'Tue']],
  ['ja', '3 分前', '昨日', '54 分', '2026/11/20', 'Ana、Bo', '12,345', ['日', '月']],
  ['ar', 'قبل 3 دقائق', 'أمس', '54 د', '2026', '\u2068Ana\u2069 و\u2068Bo\u2069', '12,345', ['س', 'ح']],
  ['ar-EG', 'قبل ٣ دقائق', 'أمس', '٥٤ د', '٢٠٢٦', '\u2068Ana\u2069 و\u2068Bo\u2069', '١٢٬٣٤٥', ['س', 'ح']],
])(
  '%s formats times, lists and numbers in its own way',
  async (locale, ago, before, wait, date, list, number, days) => {
    await speak(locale);
    expect(formatRelativeTime(locale, 180)).toBe(ago);
    expect(formatRelativeTime(locale, 86_400)).toBe(before);
    expect(age(locale, 54 * 60)).toBe(wait);
    expect(formatAbsoluteTime(NOON)).toContain(date);
    expect(formatList(['Ana', 'Bo'])).toBe(list);
    expect(i18n.number(12_345)).toBe(number);
    expect(
      startsByHour([[NOON, 1]], locale)
        .days.slice(0, 2)
        .map(({ short }) => short),
    ).toEqual(days);
  },
);

test('Arabic has plural forms for zero, one, two, few, many and other', async () => {
  await speak('ar');
  const news = [0, 1, 2, 3, 11, 100].map((total) => ({ total }));
  const forms = news.map((one) => plural(one.total, { one: '# draft', other: '# drafts' }));
  expect(forms).toEqual(['لا مسودات', 'مسودة واحدة', 'مسودتان', '3 مسودات', '11 مسودة', '100 مسودة']);
});

test('values inside a sentence are bidi-isolated, and stored names contain no isolates', async () => {
  await speak('ar');
  const label = 'Saturday, 10:30!';
  expect(t`Approved: ${label}`).toBe(`اعتُمدت: \u2068${label}\u2069`);
  expect(nextCopyName(label, 2)).toBe(`${label} (نسخة 2)`);
});

test.each([
  ['ar', 'إعادة صياغ', 'نسخة منقّحة'],
  ['ja', '書き直', '修正版'],
])('in %s, “revise” has one translation, distinct from that of “review”', async (locale, revising, revision) => {
  await speak(locale);
  const texts = [
    t`Revise`,
    t`Revise this draft…`,
    t`Drafts you wrote and their verdicts, new ones first. Rejected drafts show the reason and can be revised.`,
    t`This draft has no room, so it can’t be revised here.`,
    t`This draft is still in review. Only rejected drafts can be revised.`,
    t`This draft was approved and sent. Only rejected drafts can be revised.`,
  ];
  expect(texts.filter((text) => !text.includes(revising))).toEqual([]);
  expect([t`Revision`, t`Likely a revision`].filter((text) => !text.includes(revision))).toEqual([]);
});

test('in Japanese, “suggestion” has one translation', async () => {
  await speak('ja');
  const count = 2;
  const texts = [
    plural(count, { one: '# suggestion', other: '# suggestions' }),
    t`Suggestions`,
    t`New suggestion`,
    t`Couldn’t load suggestions.`,
    t`No suggestions for this room`,
    t`No suggestions or keyword answers yet`,
    t`Words that visitors use, with suggested replies. Reviewers see the ones that match a conversation. Edit them in the table, or import and export CSV.`,
  ];
  expect(texts.filter((text) => !text.includes('サジェスト') || /候補|提案/.test(text))).toEqual([]);
});

test('words are sorted by the language’s collation', async () => {
  const rows = ['z', 'ä', 'a'].map((name, id) => keywordRow(id, name));
  const sorted = () => rows.toSorted((a, b) => compareKeywords(a, b, 'key_name')).map(({ key_name }) => key_name);
  i18n.loadAndActivate({ locale: 'sv', messages: {} });
  expect(sorted()).toEqual(['a', 'z', 'ä']);
  await speak('ja');
  expect(sorted()).toEqual(['a', 'ä', 'z']);
});

test('all validation messages are translated', async () => {
  await speak('ja');
  const long = 'a'.repeat(600 * 1024);
  const said = [clients, drafts, keywords, rooms, suggestions].flatMap(({ attributes }) =>
    Object.keys(attributes)
      .map((name) => createValueValidator(attributes, name))
      .flatMap((check) => ['', ' ', long, 7, [], [{}], ['x'], undefined].flatMap((value) => check(value) ?? [])),
  );
  expect(said.length).toBeGreaterThan(10);
  expect(said.filter((words) => /^[\x20-\x7e]*$/.test(words))).toEqual([]);
});
