import { table } from '../table.ts';
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
  'The built dashboard beside two floors made for this: a page by React and nothing else, and the same page in plain DOM. Each lists the 100 drafts that the dashboard asks for at once, by the same request to the same service, has approve and edit on each row, a search that asks with every key, pages, and a form for the text. They are built by Vite for the same browsers, compressed alike, and sent by the same server code; a key, `a`, approves.',
  'Each visit is a fresh context of Chromium with an empty cache and a session, the pages in turns within one run. Median (least–most); × and + are those of the medians to bare React’s. The queue is usable once its rows and what approves one have been painted; before the measuring, a key pressed in that very moment has to approve a draft. JavaScript is what was asked for until then, by the weight of the files that are sent; bytes are those of all bodies, the list itself included. Tasks over 50 ms are counted until the page rests; the heap is read at the end of a visit, with the queue opened once more and at rest, after a collection: that throws away compiled code, which the next key would have to have compiled again.',
  'A key is timed from its event to the first task after the frame that shows its result has been painted: one of the highest priority, posted from the animation frame after the result stood in the document. A letter is searched for by the service, and leaves every list the same rows; pages are those of one’s own drafts, 50 rows each; approving shows the next draft. Each key waits until the page rests. The worst event is by the browser’s own Event Timing, of all keys of a visit.',
];

/** The dashboard's section of the document, in Markdown. */
export function dashboardSection(visits: Visits): string {
  return [
    '## The dashboard',
    ...HOW,
    table(['Goal', 'Found', ''], goals(visits)),
    ...SETTING_NAMES.flatMap((name) => [
      `### ${SETTINGS[name].title}`,
      loadingTable(visits[name]),
      keyTable(visits[name]),
    ]),
  ].join('\n\n');
}

function goals(visits: Visits): string[][] {
  const jsKb = spreadOf(figures(visits.plain, DASHBOARD, ({ jsGzip }) => jsGzip)).max / 1000;
  const heapMb = Math.max(...SETTING_NAMES.map((name) => heapOf(visits[name], DASHBOARD)));
  const blockedMs = spreadOf(figures(visits.slow, DASHBOARD, ({ blockingMs }) => blockingMs)).median;
  const found: [string, string, boolean][] = [
    [`${MOST.jsKb} kB of JavaScript at most to the usable queue, by gzip`, `${jsKb.toFixed(1)} kB`, jsKb <= MOST.jsKb],
    ...SETTING_NAMES.map((name): [string, string, boolean] => {
      const times = ratio(visits[name], ({ usableMs }) => usableMs);
      const most = MOST.timesFloor[name];
      return [
        `The queue is usable in ${most} × bare React’s time at most, ${name}`,
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
        `Each key at most ${most} ms over bare React, ${name}`,
        `${met} of ${KEYS.length}; the worst ${signed(worst?.ms ?? Number.NaN)} ms: ${KEY_TITLES[worst?.key ?? 'filter']}`,
        met === KEYS.length,
      ];
    }),
    [`${MOST.heapMb} MB of heap at most`, `${heapMb.toFixed(1)} MB`, heapMb <= MOST.heapMb],
    [
      `Blocked for ${MOST.slowBlockedMs} ms at most, slow`,
      `${blockedMs.toFixed(0)} ms`,
      blockedMs <= MOST.slowBlockedMs,
    ],
  ];
  return found.map(([goal, what, isMet]) => [goal, what, isMet ? 'met' : '**not met**']);
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
