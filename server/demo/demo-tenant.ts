import type { Role } from '../access/caller.ts';
import type { StaffRoom, SupportRoom } from './script.ts';

/** Everything a demo tenant is filled with. */
export interface DemoTenant {
  name: string;
  hosts: readonly string[];
  /** The host of the printed sign-in links. */
  host: string;
  people: readonly Person[];
  /** The businesses the tenant answers for. */
  clients: readonly Client[];
  staffRooms: readonly StaffRoom[];
  keywords: readonly Keyword[];
}

export interface Person {
  /** How the texts name this person. */
  key: string;
  name: string;
  role: Exclude<Role, 'guest'>;
  /** Gets a token at the first start. */
  isDemo?: true;
}

/** A business with its chat widget; its look lies in `looks/{code}.css`, `.html` and, for some, `.guest.css`. */
export interface Client {
  code: string;
  title: string;
  settings: Record<string, unknown>;
  hasGuestLook: boolean;
  rooms: readonly SupportRoom[];
  /** Prepared messages, spread over the rooms. */
  suggestions: readonly Suggestion[];
}

/** One to three messages; plain text where only the content is given. */
export type Suggestion = readonly (string | SuggestedMessage)[];

export interface SuggestedMessage {
  kind: string;
  content: string;
  settings: Record<string, unknown>;
}

export interface Keyword {
  name: string;
  title: string | null;
  suggestions: string | null;
}
