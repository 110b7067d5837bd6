import { readFileSync } from 'node:fs';
import type { CheckInput, Finding } from '#src/domain/checks/finding.ts';

/** A draft with its conversation, and the problem that was planted in it, if any. */
export interface Sample {
  /** Where it comes from, for messages. */
  from: string;
  input: CheckInput;
  planted: Finding['code'] | undefined;
}

const HOSTS = ['tidewater.example', 'help.tidewater.example'];
const PEOPLE = [
  'Amara',
  'Elena Petrova',
  'Olumide',
  'Ana Lucía',
  '佐藤',
  '李娜',
  'Hassan',
  'Zeynep',
  'Jürgen',
  'Søren',
];
const AGENTS = ['Mina', 'Tomás', 'Priya', 'Kwame', 'Luca'];
const VARIANTS = 2;

interface Line {
  language: string;
  kind: string;
  said: string[];
  draft: string;
  before: string | undefined;
}

/** Lines of a file: `kind | visitor / visitor => draft <= before`, below headings with their language. */
function linesOf(file: string): Line[] {
  const lines: Line[] = [];
  let language = '';
  for (const line of readFileSync(new URL(file, import.meta.url), 'utf8').split('\n')) {
    if (line.startsWith('@')) language = line.slice(1);
    const [, kind = '', visitor = '', draft = '', before] =
      /^(?:(\w+) \| )?(.+?) => (.*?)(?: <= (.*))?$/.exec(line.startsWith('#') ? '' : line) ?? [];
    if (visitor === '') continue;
    lines.push({
      language,
      kind,
      said: visitor.split(' / '),
      draft: unescaped(draft),
      before: before && unescaped(before),
    });
  }
  return lines;
}

const unescaped = (text: string) => text.replaceAll('\\n', '\n').replaceAll('\\s', ' ').replaceAll('\\u200b', '\u200b');

/** Greeting, closing, and an earlier message by staff, by language. */
const MANNERS: Readonly<Record<string, readonly [string, string, string]>> = {
  en: ['Hello ‹person›, ', '\n\nKind regards,\n‹agent›', 'Good morning, how can I help you?'],
  de: ['Guten Tag ‹person›, ', '\n\nMit freundlichen Grüßen\n‹agent›', 'Guten Tag, einen Moment bitte.'],
  es: ['Hola ‹person›: ', '\n\nUn saludo,\n‹agent›', 'Buenos días, un momento por favor.'],
  fr: ['Bonjour ‹person›, ', '\n\nCordialement,\n‹agent›', 'Bonjour, un instant je vous prie.'],
  pt: ['Olá ‹person›, ', '\n\nCumprimentos,\n‹agent›', 'Bom dia, só um momento.'],
  it: ['Buongiorno ‹person›, ', '\n\nCordiali saluti,\n‹agent›', 'Buongiorno, un attimo per favore.'],
  nl: ['Beste ‹person›, ', '\n\nMet vriendelijke groet,\n‹agent›', 'Goedemorgen, een ogenblik alstublieft.'],
  pl: ['Dzień dobry ‹person›, ', '\n\nPozdrawiam\n‹agent›', 'Dzień dobry, chwileczkę.'],
  tr: ['Merhaba ‹person›, ', '\n\nİyi günler,\n‹agent›', 'Merhaba, bir dakika lütfen.'],
  ru: ['Здравствуйте, ‹person›! ', '\n\nС уважением,\n‹agent›', 'Добрый день, одну минуту.'],
  ja: ['‹person›様、お世話になっております。', '\n\nよろしくお願いいたします。\n‹agent›', '少々お待ちください。'],
  zh: ['您好，', '\n\n祝好\n‹agent›', '请稍等。'],
  ko: ['안녕하세요. ', '\n\n감사합니다.\n‹agent›', '잠시만 기다려 주세요.'],
  ar: ['مرحباً ‹person›، ', '\n\nمع التحية\n‹agent›', 'لحظة من فضلك.'],
};
const NO_MANNERS = ['', '', ''] as const;

/** A pseudorandom generator with a seed, so that each run has the same numbers. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Fills a text's slots as the product would: numbers of couriers by their own patterns, dates in the language. */
function filled(text: string, language: string, random: () => number): string {
  const digits = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 10)).join('');
  const oneOf = (values: readonly string[]) => values[Math.floor(random() * values.length)] ?? '';
  const inGroups = (text: string, size: number) => text.replace(new RegExp(`(.{${size}})(?=.)`, 'g'), '$1 ');
  const day = new Date(Date.UTC(2026, 10, 20 + Math.floor(random() * 60), Math.floor(random() * 24), 30));
  const values: Record<string, string> = {
    order: oneOf([`TW-${digits(5)}`, digits(10), `2026-${digits(6)}`, `#${digits(7)}`]),
    track: oneOf([
      `NC ${inGroups(digits(10), 4)}`,
      digits(12),
      digits(14),
      digits(16),
      inGroups(digits(16), 4),
      `003404${digits(14)}`,
      `1Z${digits(16)}`,
      inGroups(`9400${digits(18)}`, 4),
      `JD0${digits(15)}`,
    ]),
    date: new Intl.DateTimeFormat(language, { dateStyle: oneOf(['medium', 'long', 'short']) as 'long' }).format(day),
    time: new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: 'UTC' }).format(day),
    price: new Intl.NumberFormat(language, { style: 'currency', currency: oneOf(['EUR', 'USD', 'JPY']) }).format(
      Math.floor(random() * 50_000) / 100,
    ),
    page: oneOf([
      'https://tidewater.example/account',
      'https://help.tidewater.example/a/12',
      'www.tidewater.example/me',
    ]),
    person: oneOf(PEOPLE),
    agent: oneOf(AGENTS),
  };
  return text.replace(/‹(\w+)›/g, (_, name: string) => values[name] ?? name);
}

/** Clean drafts of the threads: once plain, once with greeting, closing and an earlier message of staff. */
function ordinary(): Sample[] {
  return linesOf('threads.txt').flatMap(({ language, said, draft }, index) =>
    Array.from({ length: VARIANTS }, (_, variant): Sample => {
      const random = seeded(index * VARIANTS + variant + 1);
      const [opening, closing, sent] = variant === 1 ? (MANNERS[language] ?? NO_MANNERS) : NO_MANNERS;
      return {
        from: `${language} ${index}.${variant}`,
        input: {
          text: filled(opening + draft + closing, language, random),
          roomTexts: {
            byVisitor: said.map((text) => filled(text, language, random)),
            byStaff: sent === '' ? [] : [sent],
            newerBy: undefined,
          },
          rejected: [],
          ownHosts: HOSTS,
          language: index % 2 === 0 ? language : undefined,
        },
        planted: undefined,
      };
    }),
  );
}

const input = (line: Line, more: Partial<CheckInput> = {}): CheckInput => ({
  text: filled(line.draft, line.language, seeded(1)),
  roomTexts: {
    byVisitor: line.said.map((text) => filled(text, line.language, seeded(2))),
    byStaff: [],
    newerBy: undefined,
  },
  rejected: [],
  ownHosts: HOSTS,
  language: undefined,
  ...more,
});

/** Clean drafts that look suspicious. */
const tricky = (): Sample[] =>
  linesOf('tricky.txt').map((line) => {
    const byStaff = line.before === undefined ? [] : [line.before];
    const roomTexts = { byVisitor: line.said, byStaff, newerBy: undefined };
    return { from: `tricky ${line.language}: ${line.draft}`, input: input(line, { roomTexts }), planted: undefined };
  });

const CODES: Readonly<Record<string, Finding['code']>> = {
  placeholder: 'placeholder',
  link: 'foreign_link',
  card: 'card_number',
  account: 'account_number',
  repeated: 'sent_before',
  rejected: 'rejected_before',
  empty: 'empty',
  greeting: 'only_greeting',
  newer: 'newer_message',
  language: 'other_language',
  script: 'other_script',
};

/** Drafts with a problem. */
const planted = (): Sample[] =>
  linesOf('planted.txt').map((line) => {
    const { kind, said, before = '' } = line;
    const roomTexts = {
      byVisitor: kind === 'newer' ? [...said, before] : said,
      byStaff: kind === 'repeated' ? [before] : [],
      newerBy: kind === 'newer' ? 'Anna' : undefined,
    };
    const rejected = kind === 'rejected' ? [{ text: before, reason: '' }] : [];
    return { from: `${kind}: ${line.draft}`, input: input(line, { roomTexts, rejected }), planted: CODES[kind] };
  });

/** The draft's language and the visitor's. Pairs in different scripts are found by the script. */
const MIXED =
  'en-de de-en es-pt pt-es it-es fr-it nl-de de-nl pl-cs cs-pl tr-en en-tr sv-da da-sv ru-uk uk-ru en-fr fr-en en-es ' +
  'es-en pt-en en-pt it-en en-it nl-en en-nl pl-en en-pl en-id en-vi id-en de-pl ja-zh zh-ja ko-ja en-ja ja-en zh-en ' +
  'en-zh ar-en en-ar he-en el-en hi-en en-ru ru-en en-ko ar-he';
const LONG_ENOUGH = 40;
const LONG_ENOUGH_IN_EAST_ASIA = 20;

/** Answers given to visitors who write another language. */
function inAnotherLanguage(): Sample[] {
  const threads = linesOf('threads.txt');
  return MIXED.split(' ').flatMap((pair, index) => {
    const [used = '', expected = ''] = pair.split('-');
    const shortest = /ja|zh|ko/.test(used) ? LONG_ENOUGH_IN_EAST_ASIA : LONG_ENOUGH;
    const answers = threads.filter(({ language, draft }) => language === used && draft.length >= shortest);
    const asked = threads.filter(({ language }) => language === expected);
    const answer = answers[index % answers.length];
    const question = asked[(index * 3) % asked.length];
    if (!answer || !question) return [];
    const isScript = SCRIPTS[used] !== SCRIPTS[expected];
    return [
      {
        from: `${used} to ${expected}: ${answer.draft}`,
        input: input({ ...answer, said: question.said }, { language: expected }),
        planted: isScript ? 'other_script' : 'other_language',
      },
    ];
  });
}

const SCRIPTS: Readonly<Record<string, string>> = {
  ru: 'Cyrl',
  uk: 'Cyrl',
  el: 'Grek',
  ja: 'Jpan',
  zh: 'Hani',
  ko: 'Kore',
  ar: 'Arab',
  he: 'Hebr',
  hi: 'Deva',
};

/** Drafts that were written after the checks, to measure the checks on unseen data. */
export const unseen = (): Sample[] =>
  linesOf('unseen.txt').map((line) => ({
    from: line.draft,
    input: input(line, { ownHosts: ['quayside-school.example'] }),
    planted: CODES[line.kind],
  }));

/** All drafts, the same in each run. */
export const corpus = (): Sample[] => [...ordinary(), ...tricky(), ...planted(), ...inAnotherLanguage()];
