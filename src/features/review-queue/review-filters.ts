import { msg } from '@lingui/core/macro';
import type { ReferenceSource } from '#src/form/fields/reference-select.tsx';
import type { FilterSpec } from '#src/list/filter-spec.ts';
import { CLOSER_LOOK, type queuedDrafts } from './review-query.ts';

const loadStaff = async () => (await import('#src/domain/people/staff-choice.ts')).staffChoice;

/** Staff picker, loaded on first use. */
const staffChoice: ReferenceSource = {
  key: ['staff'],
  search: async (text) => (await loadStaff()).search(text),
  find: async (id) => (await loadStaff()).find(id),
};

/** Filters of the queue; the state is set by the tabs. */
export const reviewFilters: readonly FilterSpec<typeof queuedDrafts>[] = [
  { name: 'content_or_room_name_like', label: msg`Search text or room` },
  { name: CLOSER_LOOK, label: msg`Needs a closer look` },
  { name: 'created_user_id', label: msg`Written by`, from: staffChoice },
  { name: 'resolved_user_id', label: msg`Decided by`, from: staffChoice },
  { name: 'from_created_at', label: msg`Written after` },
  { name: 'to_created_at', label: msg`Written before` },
  {
    name: 'read',
    label: msg`Seen by author`,
    words: { true: msg`Seen by author`, false: msg`Not seen by author` },
  },
];
