import { msg } from '@lingui/core/macro';
import type { drafts } from '#contract/drafts.ts';
import type { ReferenceSource } from '#src/form/fields/reference-select.tsx';
import type { FilterSpec } from '#src/list/filter-spec.ts';

const loadStaff = async () => (await import('#src/domain/people/staff-choice.ts')).staffChoice;

/** Staff picker, loaded on first use. */
const staffChoice: ReferenceSource = {
  key: ['staff'],
  search: async (text) => (await loadStaff()).search(text),
  find: async (id) => (await loadStaff()).find(id),
};

/** Filters of the queue; the state is set by the tabs. */
export const reviewFilters: readonly FilterSpec<typeof drafts>[] = [
  { name: 'content_or_room_name_like', label: msg`Search text or room` },
  { name: 'created_user_id', label: msg`Written by`, from: staffChoice, isSecondary: true },
  { name: 'resolved_user_id', label: msg`Decided by`, from: staffChoice, isSecondary: true },
  { name: 'from_created_at', label: msg`Written from`, isSecondary: true },
  { name: 'to_created_at', label: msg`Written until`, isSecondary: true },
  {
    name: 'read',
    label: msg`Verdict read by its author`,
    isSecondary: true,
    words: { true: msg`Read`, false: msg`Not read` },
  },
];
