import { choice, readonly, string } from './attribute.ts';
import { defineResource } from './resource.ts';

/** Staff and visitors. Named by the service document without fields; these are ours. */
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
    /** The person whose token the request carries. */
    current_user: { kind: 'flag' },
  },
  writes: [],
});
