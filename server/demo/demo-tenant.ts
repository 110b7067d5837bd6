import type { Role } from '../access/caller.ts';
import type { StaffRoom, SupportRoom } from './script.ts';

/** The complete content of a demo tenant. */
export interface DemoTenant {
  name: string;
  /** Display name. */
  title: string;
  /** Such as `#0f766e`. */
  color: string;
  hosts: readonly string[];
  /** Host of the sign-in links printed at startup. */
  host: string;
  people: readonly Person[];
  /** The businesses whose visitors the tenant supports. */
  clients: readonly Client[];
  staffRooms: readonly StaffRoom[];
  keywords: readonly Keyword[];
}

export interface Person {
  /** Identifies this person in the demo texts. */
  key: string;
  name: string;
  role: Exclude<Role, 'guest'>;
  /** Gets an access token at the first start. */
  isDemo?: true;
}

/** A business with its chat widget, styled by `widgets/{code}.css`, `.html` and, for some, `.guest.css`. */
export interface Client {
  code: string;
  title: string;
  settings: Record<string, unknown>;
  hasGuestCss: boolean;
  rooms: readonly SupportRoom[];
  /** Canned messages, distributed over the rooms. */
  suggestions: readonly Suggestion[];
}

/** One to three messages; a string is short for a plain text message. */
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
