import { choice, readonly, string } from './attribute.ts';
import { defineResource } from './resource.ts';

/** Staff and visitors. The service document names the resource without its fields; these are ours. */
export const users = defineResource({
  type: 'users',
  attributes: {
    name: readonly(string()),
    kind: readonly(choice(['staff', 'visitor'])),
  },
  filters: {
    id: { kind: 'id' },
    kind: { kind: 'equals', attribute: 'kind' },
    name_like: { kind: 'contains', attribute: 'name' },
    /** The authenticated user. */
    current_user: { kind: 'flag' },
  },
  writes: [],
});
