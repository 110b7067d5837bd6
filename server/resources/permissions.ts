import type { resources } from '#contract/resources.ts';
import { ROLES, type Role } from '../access/caller.ts';
import type { Permissions } from '../jsonapi/hooks.ts';

const atLeast = (least: Exclude<Role, 'guest'>): readonly Role[] => ROLES.slice(ROLES.indexOf(least));
const everyone: readonly Role[] = ROLES;
const staff = atLeast('agent');
const admin = atLeast('admin');
const adminWrites = { create: admin, update: admin, delete: admin };

/**
 * Authorization: the roles allowed to perform each operation of each resource. Independently of it, a guest only sees
 * its own room. Operations missing here are rejected before authorization.
 */
export const permissions = {
  rooms: {
    read: everyone,
    create: staff,
    update: atLeast('supervisor'),
    delete: atLeast('supervisor'),
    members: staff,
    history: everyone,
    approve_support_draft_messages: atLeast('reviewer'),
    reject_support_draft_messages: atLeast('reviewer'),
    create_or_find_group_room: staff,
    create_or_find_direct_room: staff,
    room_counts: everyone,
    mark_read: staff,
    waiting_history: staff,
  },
  messages: { read: everyone, create: everyone },
  users: { read: everyone },
  support_draft_messages: {
    read: staff,
    create: staff,
    update: staff,
    delete: staff,
    approve: atLeast('reviewer'),
    reject: atLeast('reviewer'),
    reopen: atLeast('reviewer'),
    mark_read: staff,
    mark_read_all_resolved: staff,
  },
  suggestions: { read: staff, ...adminWrites },
  clients: { read: staff, ...adminWrites, login: admin },
  master_keywords: { read: staff, ...adminWrites },
} as const satisfies Record<keyof typeof resources, Permissions>;
