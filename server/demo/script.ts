/** A conversation as written in the demo texts. People are referenced by their keys in the staff list. */

export interface MessageTurn {
  kind: 'message';
  /** Key of a staff member, `visitor`, or `desk` for the room's first agent. */
  by: string;
  text: string;
}

export interface DraftTurn {
  kind: 'draft';
  status: 'approved' | 'rejected' | 'in_review';
  text: string;
  /** Key of the author; defaults to one of the room's agents. */
  by?: string;
  comment?: string;
  /** The author's text, if the reviewer approved with edits. */
  original?: string;
}

export type Turn = MessageTurn | DraftTurn;

export interface Episode {
  /** Age of the last turn, such as `3d 4h` or `12m`. */
  ended: string;
  turns: Turn[];
}

interface Room {
  description?: string;
  isPrivate?: true;
  isClosed?: true;
  /** Oldest first. */
  episodes: Episode[];
}

/** A visitor's conversation with support staff. */
export interface SupportRoom extends Room {
  name: string;
  visitor: string;
  /** Keys; the first agent among them writes most. */
  staff: readonly string[];
  language: string;
  /** The page on which the visitor opened the chat. */
  page: string;
  /** The messaging service that the room is linked to. */
  channel?: 'whatsapp' | 'line' | 'telegram' | 'instagram';
  /** Staff reset `awaiting_support` by hand, although the visitor had the last word. */
  isSettled?: true;
}

/** A room of staff only; two people and no name make a direct room. */
export interface StaffRoom extends Room {
  name: string | null;
  people: readonly string[];
}

type DraftDetails = Pick<DraftTurn, 'by' | 'comment'>;

export const episode = (ended: string, ...turns: Turn[]): Episode => ({ ended, turns });

export const visitor = (text: string): Turn => ({ kind: 'message', by: 'visitor', text });

/** A message sent without review. */
export const staff = (text: string): Turn => ({ kind: 'message', by: 'desk', text });

export const said = (by: string, text: string): Turn => ({ kind: 'message', by, text });

export const approved = (text: string, details: DraftDetails = {}): Turn => ({
  kind: 'draft',
  status: 'approved',
  text,
  ...details,
});

/** A draft that the reviewer changed from `original` to `text` while approving. */
export const edited = (text: string, original: string, details: DraftDetails = {}): Turn => ({
  kind: 'draft',
  status: 'approved',
  text,
  original,
  ...details,
});

export const rejected = (text: string, comment: string, by?: string): Turn => ({
  kind: 'draft',
  status: 'rejected',
  text,
  comment,
  ...(by && { by }),
});

export const inReview = (text: string, by?: string): Turn => ({
  kind: 'draft',
  status: 'in_review',
  text,
  ...(by && { by }),
});
