/** A draft as a floor displays it. */
export interface Draft {
  id: string;
  text: string;
  room: string;
  author: string;
  /** Relative time since it was written, such as `3 h`. */
  age: string;
}

/** The requested slice of the list. */
export interface Asked {
  search: string;
  /** From 1. */
  page: number;
}

export interface DraftPage {
  drafts: Draft[];
  hasNext: boolean;
}

interface Entry {
  id: string;
  type: string;
  attributes: { name?: string; message_content?: string; created_at_unix?: number };
  relationships: Record<string, { data?: { id: string; type: string } | null }>;
}

const DRAFTS = '/rapi/v1/support_draft_messages';
const MEDIA_TYPE = 'application/vnd.api+json';
/** The dashboard's query for its queue; a query string in the page's address overrides it. */
const QUEUE = 'filter[in_review]=1&sort=created_at_unix&include=room,created_user&page[size]=100';

/** Fetches a page of the list, authenticated by the dashboard's session cookie. */
export async function readDrafts({ search, page }: Asked, signal?: AbortSignal): Promise<DraftPage> {
  const query = new URLSearchParams(location.search || QUEUE);
  query.set('page[number]', String(page));
  if (search) query.set('filter[content_or_room_name_like]', search);
  const response = await fetch(`${DRAFTS}?${query}`, { headers: { accept: MEDIA_TYPE }, signal: signal ?? null });
  if (!response.ok) throw new Error(`The list was answered with ${response.status}.`);
  const { data, included = [], meta } = await response.json();
  const names = new Map<string, string>();
  for (const { type, id, attributes } of included as Entry[]) names.set(`${type} ${id}`, attributes.name ?? '');
  const nameOf = (entry: Entry, one: string) => {
    const linked = entry.relationships[one]?.data;
    return (linked && names.get(`${linked.type} ${linked.id}`)) ?? '';
  };
  const drafts = (data as Entry[]).map((entry) => ({
    id: entry.id,
    text: entry.attributes.message_content ?? '',
    room: nameOf(entry, 'room'),
    author: nameOf(entry, 'created_user'),
    age: ageOf(entry.attributes.created_at_unix ?? 0),
  }));
  return { drafts, hasNext: page < meta.page_count };
}

/** Approves a draft, with an edited text if given. */
export async function approveDraft(id: string, text?: string): Promise<void> {
  const attributes = text === undefined ? {} : { message_content: text };
  const response = await fetch(`${DRAFTS}/${id}/approve`, {
    method: 'PUT',
    headers: { accept: MEDIA_TYPE, 'content-type': MEDIA_TYPE },
    body: JSON.stringify({ data: { type: 'support_draft_messages', id, attributes } }),
  });
  // An unread body would keep the request open.
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`The approval was answered with ${response.status}.`);
}

function ageOf(unix: number) {
  const minutes = Math.max(0, Math.floor((Date.now() / 1000 - unix) / 60));
  if (minutes < 60) return `${minutes} min`;
  return minutes < 1440 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} d`;
}
