/** Words with a known frequency in seeded drafts and room names, for search benchmarks. They occur nowhere else. */
const MARKED = { rare: 'seaplane', seldom: 'gangway', common: 'voucher' } as const;

/** One in this many texts contains the word. */
const EVERY = { rare: 10_000, seldom: 333, common: 10 } as const;

const MARKED_SENTENCES = {
  rare: [`The ${MARKED.rare} leaves from pier 4.`, `Your ${MARKED.rare} seat is confirmed.`],
  seldom: [`Please wait at the ${MARKED.seldom}.`, `The ${MARKED.seldom} opens half an hour before.`],
  common: [`I have added a ${MARKED.common} to your account.`, `The ${MARKED.common} is good for a year.`],
} as const;

const OPENINGS = [
  'Thank you for writing to us.',
  'Good morning, and sorry for the wait.',
  'I have just looked into this for you.',
  'Thanks for your patience.',
  'ご連絡ありがとうございます。',
  'Vielen Dank für Ihre Nachricht.',
  'Merci pour votre message.',
  'شكرا على رسالتك.',
];
const SUBJECTS = ['parcel', 'refund', 'invoice', 'booking', 'battery', 'charger', 'delivery', 'password', 'luggage'];
const STATES = [
  'left our warehouse this morning',
  'is being checked by a colleague',
  'will reach you within two days',
  'has been sent to the address on file',
  'needs your signature before we can go on',
  'was returned by the courier',
  '港町の倉庫に届いています',
  'ist heute bei uns angekommen',
];
const CLOSINGS = [
  'Is there anything else?',
  'Have a nice day!',
  'We are here until 18:00.',
  'よろしくお願いいたします。',
];
const FIRST_NAMES = ['Ines', 'Kaito', 'Lena', 'Omar', 'Priya', 'Søren', 'Ana', 'Théo', '美咲', 'Noor', 'Ewan', 'Zofia'];
const LAST_NAMES = ['Calder', 'Brandt', 'Okafor', 'Silva', 'Mori', '佐藤', 'Petrov', 'Lindqvist', 'Haddad', 'Quinn'];

type Random = () => number;

/** Returns a staff reply to a visitor for the case `index`. */
export function replyText(index: number, random: Random): string {
  const number = 10_000 + Math.floor(random() * 90_000);
  const parts = [pick(OPENINGS, random), `Your ${pick(SUBJECTS, random)} ${number} ${pick(STATES, random)}.`];
  parts.push(...marks(index).map((mark) => pick(MARKED_SENTENCES[mark], random)));
  if (random() < 0.4) parts.push(pick(CLOSINGS, random));
  return parts.join(' ');
}

export const personName = (random: Random) => `${pick(FIRST_NAMES, random)} ${pick(LAST_NAMES, random)}`;

/** Returns a room name: who asks, and about what. */
export function roomName(index: number, random: Random): string {
  const words = [`${personName(random)},`, pick(SUBJECTS, random), ...marks(index).map((mark) => MARKED[mark])];
  return `${words.join(' ')} ${index + 1}`;
}

export function pick<Item>(list: readonly Item[], random: Random): Item {
  const chosen = list[Math.floor(random() * list.length)];
  if (chosen === undefined) throw new Error('Cannot pick from an empty list.');
  return chosen;
}

/** Spreads the marked words evenly, so that any part of the texts has its share. */
function marks(index: number) {
  const all = ['rare', 'seldom', 'common'] as const;
  return all.filter((mark) => index % EVERY[mark] === Math.floor(EVERY[mark] / 2));
}
