import { msg } from '@lingui/core/macro';
import type { rooms } from '#contract/rooms.ts';
import type { FilterSpec } from '#src/crud/filter-spec.ts';
import { staffChoice } from '#src/records/people/staff-choice.ts';

/** All room filters except scopes. The service documentation describes those without `isSecondary`. */
export const roomFilters: FilterSpec<typeof rooms>[] = [
  { name: 'name_like', label: msg`Search names` },
  {
    name: 'kind',
    label: msg`Kind`,
    words: { support_room: msg`Support rooms`, direct_room: msg`Direct rooms`, group_room: msg`Group rooms` },
  },
  {
    name: 'awaiting_support',
    label: msg`Awaits support`,
    words: { true: msg`Awaits support`, false: msg`Does not await support` },
  },
  {
    name: 'is_private',
    label: msg`Private`,
    words: { true: msg`Private`, false: msg`Not private` },
    isSecondary: true,
  },
  {
    name: 'replied',
    label: msg`Last word`,
    words: { true: msg`Staff wrote last`, false: msg`Visitor wrote last` },
    isSecondary: true,
  },
  {
    name: 'starred',
    label: msg`Star`,
    words: { true: msg`Starred by me`, false: msg`Not starred` },
    isSecondary: true,
  },
  {
    name: 'current_user_is_member',
    label: msg`Membership`,
    words: { true: msg`I am a member`, false: msg`I am no member` },
    isSecondary: true,
  },
  { name: 'support_room_name_like', label: msg`Search names of support rooms`, isSecondary: true },
  { name: 'name', label: msg`Exact name`, isSecondary: true },
  { name: 'id', label: msg`ID`, isSecondary: true },
  { name: 'sort_unread_read_for_user_id', label: msg`Unread first, for`, from: staffChoice, isSecondary: true },
];
