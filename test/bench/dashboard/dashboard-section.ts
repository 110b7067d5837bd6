import { type Goal, goalTable, table } from '../table.ts';
import type { Loading } from './loading.ts';
import { SETTING_NAMES, SETTINGS, type SettingName } from './setting.ts';
import { type Spread, spreadOf } from './spread.ts';
import { KEYS, type KeyName, type Visit } from './visit.ts';

/** Visits by setting and name of the page. */
export type Visits = Record<SettingName, Record<string, Visit[]>>;

const [DASHBOARD, FLOOR] = ['Dashboard', 'Bare React'];
const MOST = {
  jsKb: 160,
  timesFloor: { plain: 1.65, slow: 1.4 },
  overFloorMs: { plain: 16.7, slow: 33 },
  heapMb: 6.8,
  slowBlockedMs: 300,
};
const KEY_TITLES: Readonly<Record<KeyName, string>> = {
  filter: 'A letter of the search',
  select: '`j`, the next draft',
  approve: '`a`, approved',
  form: '`e`, the form',
  page: 'Next page',
};

const HOW = [
  'The built dashboard is compared with two baseline pages, which are called floors: one in bare React, and the same page in plain DOM. Each floor loads 100 drafts with the same request to the same service as the dashboard. It has approve and edit buttons on each row, a search that sends a request on every key, pagination, and a form for the text. All pages are built by Vite for the same browsers, compressed alike, and served by the same code; the key `a` approves.',
  'Each visit is a fresh context of Chromium with an empty cache and a session; the pages are visited in turns within one run. Figures are the median (minimum–maximum); × and + compare the medians with those of bare React. The queue is usable once its rows and an approve button have been painted. Before the measurement, a key that is pressed at that moment must approve a draft. JavaScript is the compressed size of the scripts requested until then; bytes are the size of all response bodies until then, including the list. Tasks over 50 ms are counted until the page is idle. The heap is read at the end of a visit, after the queue was opened again, became idle and garbage was collected. This also discards compiled code, which the next key would have to compile again.',
  'A key is timed from its event to the first task after its result has been painted: a task of the highest priority, posted from the animation frame after the result has entered the document. The service searches for the letter, and all pages then list the same number of rows; “Next page” is measured on the user’s own drafts, with 50 rows a page; approving shows the next draft. Each key is pressed once the page is idle. The worst event is the longest one of all keys of a visit, according to the browser’s Event Timing.',
];

/** The dashboard's section of the document, in Markdown. */
export function dashboardSection(visits: Visits): string {
  return [
    '## The dashboard',
    ...HOW,
    goalTable(goals(visits)),
    ...SETTING_NAMES.flatMap((name) => [
      `### ${SETTINGS[name].title}`,
      loadingTable(visits[name]),
      keyTable(visits[name]),
    ]),
  ].join('\n\n');
}

function goals(visits: Visits): Goal[] {
  const jsKb = spreadOf(figures(visits.plain, DASHBOARD, ({ jsGzip }) => jsGzip)).max / 1000;
  const heapMb = Math.max(...SETTING_NAMES.map((name) => heapOf(visits[name], DASHBOARD)));
  const blockedMs = spreadOf(figures(visits.slow, DASHBOARD, ({ blockingMs }) => blockingMs)).median;
  const found: [string, string, boolean][] = [
    [`At most ${MOST.jsKb} kB of JavaScript (gzip) to the usable queue`, `${jsKb.toFixed(1)} kB`, jsKb <= MOST.jsKb],
    ...SETTING_NAMES.map((name): [string, string, boolean] => {
      const times = ratio(visits[name], ({ usableMs }) => usableMs);
      const most = MOST.timesFloor[name];
      return [
        `The queue is usable in at most ${most} × bare React’s time, ${name}`,
        `× ${times.toFixed(2)}`,
        times <= most,
      ];
    }),
    ...SETTING_NAMES.map((name): [string, string, boolean] => {
      const most = MOST.overFloorMs[name];
      const over = KEYS.map((key) => ({ key, ms: overFloor(visits[name], key) }));
      const [worst] = over.toSorted((one, other) => other.ms - one.ms);
      const met = over.filter(({ ms }) => ms <= most).length;
      return [
        `Each key takes at most ${most} ms longer than in bare React, ${name}`,
        `${met} of ${KEYS.length}; the worst ${signed(worst?.ms ?? Number.NaN)} ms: ${KEY_TITLES[worst?.key ?? 'filter']}`,
        met === KEYS.length,
      ];
    }),
    [`At most ${MOST.heapMb} MB of heap`, `${heapMb.toFixed(1)} MB`, heapMb <= MOST.heapMb],
    [
      `Blocked for at most ${MOST.slowBlockedMs} ms, slow`,
      `${blockedMs.toFixed(0)} ms`,
      blockedMs <= MOST.slowBlockedMs,
    ],
  ];
  return found.map(([goal, what, isMet]) => ({ goal, found: what, isMet }));
}

function loadingTable(visits: Record<string, Visit[]>): string {
  const head = [
    '',
    'JS gzip / brotli kB',
    'All kB',
    'Requests',
    'Usable ms',
    '×',
    'LCP ms',
    'Longest task ms',
    'Blocked ms',
    'Heap MB',
    'Nodes a row',
  ];
  const rows = Object.keys(visits).map((name) => {
    const of = (pick: (loading: Loading) => number) => spreadOf(figures(visits, name, pick));
    return [
      name,
      `${kilobytes(of(({ jsGzip }) => jsGzip).median)} / ${kilobytes(of(({ jsBrotli }) => jsBrotli).median)}`,
      kilobytes(of(({ bytes }) => bytes).median),
      of(({ requests }) => requests).median.toFixed(0),
      written(of(({ usableMs }) => usableMs)),
      name === FLOOR ? '1' : ratio(visits, ({ usableMs }) => usableMs, name).toFixed(2),
      written(of(({ lcpMs }) => lcpMs)),
      longest(of(({ longestTaskMs }) => longestTaskMs).median),
      of(({ blockingMs }) => blockingMs).median.toFixed(0),
      heapOf(visits, name).toFixed(1),
      of(({ nodesPerRow }) => nodesPerRow).median.toFixed(1),
    ];
  });
  return table(head, rows);
}

function keyTable(visits: Record<string, Visit[]>): string {
  const rows = KEYS.map((key) => [
    KEY_TITLES[key],
    ...Object.keys(visits).map((name) => written(keySpread(visits, name, key))),
    signed(overFloor(visits, key)),
  ]);
  const worst = Object.values(visits).map((each) => written(spreadOf(each.map(({ worstEventMs }) => worstEventMs))));
  return table(['Key to paint, ms', ...Object.keys(visits), '+'], [...rows, ['Worst event', ...worst, '']]);
}

const figures = (visits: Record<string, Visit[]>, name: string | undefined, pick: (loading: Loading) => number) =>
  (visits[name ?? ''] ?? []).map(({ loading }) => pick(loading));

const heapOf = (visits: Record<string, Visit[]>, name: string) =>
  spreadOf((visits[name] ?? []).map(({ heapBytes }) => heapBytes)).median / 2 ** 20;

const keySpread = (visits: Record<string, Visit[]>, name: string | undefined, key: KeyName) =>
  spreadOf((visits[name ?? ''] ?? []).map(({ keys }) => keys[key]));

function ratio(visits: Record<string, Visit[]>, pick: (loading: Loading) => number, name = DASHBOARD): number {
  return spreadOf(figures(visits, name, pick)).median / spreadOf(figures(visits, FLOOR, pick)).median;
}

const overFloor = (visits: Record<string, Visit[]>, key: KeyName) =>
  keySpread(visits, DASHBOARD, key).median - keySpread(visits, FLOOR, key).median;

const written = ({ median, min, max }: Spread) => `${ms(median)} (${ms(min)}–${ms(max)})`;
const ms = (value: number) => Math.round(value).toLocaleString('en');
const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);
const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`;
/** The browser reports no tasks shorter than 50 ms. */
const longest = (value: number) => (value === 0 ? '< 50' : value.toFixed(0));
