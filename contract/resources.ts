import { clients } from './clients.ts';
import { drafts } from './drafts.ts';
import { keywords } from './keywords.ts';
import { messages } from './messages.ts';
import type { Resource, ResourceType } from './resource.ts';
import { rooms } from './rooms.ts';
import { suggestions } from './suggestions.ts';
import { users } from './users.ts';

/** Every resource of the API by its type. */
export const resources = {
  rooms,
  suggestions,
  support_draft_messages: drafts,
  clients,
  master_keywords: keywords,
  messages,
  users,
} as const satisfies Record<ResourceType, Resource>;
