import type { resources } from '#contract/resources.ts';
import { ROLES, type Role } from '../access/caller.ts';
import type { Rules } from '../jsonapi/served.ts';

const from = (least: Exclude<Role, 'guest'>): readonly Role[] => ROLES.slice(ROLES.indexOf(least));
const everyone: readonly Role[] = ROLES;
const staff = from('agent');
const admin = from('admin');
const written = { create: admin, update: admin, delete: admin };

/**
 * Authorization: the roles allowed to perform each operation of each resource. Independently of it, a guest only sees
 * its own room. Operations missing here are rejected before authorization.
 */
export const rules = {
  rooms: {
    read: everyone,
    create: staff,
    update: from('supervisor'),
    delete: from('supervisor'),
    members: staff,
    history: everyone,
    approve_support_draft_messages: from('reviewer'),
    reject_support_draft_messages: from('reviewer'),
    create_or_find_group_room: staff,
    create_or_find_direct_room: staff,
    room_counts: everyone,
  },
  messages: { read: everyone, create: everyone },
  users: { read: everyone },
  support_draft_messages: {
    read: staff,
    create: staff,
    update: staff,
    delete: staff,
    approve: from('reviewer'),
    reject: from('reviewer'),
    mark_read: staff,
    mark_read_all_resolved: staff,
  },
  suggestions: { read: staff, ...written },
  clients: { read: staff, ...written, login: admin },
  master_keywords: { read: staff, ...written },
} as const satisfies Record<keyof typeof resources, Rules>;
