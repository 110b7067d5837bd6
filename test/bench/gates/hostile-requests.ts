import { drafts } from '#contract/drafts.ts';
import { formatListQuery } from '#contract/list-query.ts';
import type { Shot } from './attack.ts';
import type { Caller, Neighbours } from './tenants.ts';

const API = '/rapi/v1';
const KEYS = 10_000;
/** Just below the size limit of a message's settings. */
const SETTINGS_BYTES = 60_000;
const WORDS =
  'thank,your,the,and,parcel,refund,invoice,booking,battery,delivery,password,morning,carrier,courier,house,address,review,voucher,gangway,warehouse';
const REPEATED = Array.from({ length: 20 }, (_, index) => 'ab'.repeat(100 + index)).join(',');

const search = (text: string, more = '') =>
  `${API}/${drafts.type}?${formatListQuery({ filter: { content_or_room_name_like: text } })}${more}`;

/** The searches and lists that read the most rows. */
const SEARCHES: readonly string[] = [
  search('a,b,c', '&sort=kind'),
  search(WORDS, '&sort=-comment,message_content'),
  search(REPEATED),
  `${API}/${drafts.type}?sort=-comment,kind&page[number]=9000&page[size]=100`,
];
const REFUSED_SEARCH = search('a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t');

export const searches = (agent: Caller): Shot[] => SEARCHES.map((path) => ({ method: 'GET', path, ...agent }));

/** Expensive requests of a visitor: all messages of the room, and a body with many unknown keys. */
export const floods = ({ guest, guestRoomId }: Neighbours): Shot[] => [
  { method: 'GET', path: `${API}/rooms/${guestRoomId}?include=messages`, ...guest },
  { method: 'POST', path: `${API}/messages`, ...guest, body: messageBody(guestRoomId, unknownKeys()) },
];

/**
 * Requests that once crashed the process, or blocked it for seconds. The searches use the small tenant, because in the
 * large one, thousands of them would wait for their deadline.
 */
export const exhausting = ({ agent, smallAgent, guest, guestRoomId }: Neighbours): Shot[] => {
  const room = `${API}/rooms/${guestRoomId}`;
  const settings = { settings: { filler: 'x'.repeat(SETTINGS_BYTES) } };
  return [
    { method: 'POST', path: `${API}/messages`, ...guest, body: messageBody(guestRoomId, settings) },
    { method: 'GET', path: `${room}?include=messages&fields[messages]=kind`, ...guest },
    { method: 'GET', path: `${room}?include=messages`, ...guest },
    { method: 'GET', path: `${room}/history?page[size]=100`, ...agent },
    ...searches(smallAgent),
    { method: 'GET', path: REFUSED_SEARCH, ...smallAgent },
  ];
};

function messageBody(roomId: number, attributes: object) {
  return JSON.stringify({
    data: { type: 'messages', attributes: { content: '.', room_id: `${roomId}`, ...attributes } },
  });
}

const unknownKeys = () => Object.fromEntries(Array.from({ length: KEYS }, (_, index) => [`k${index}`, index]));
