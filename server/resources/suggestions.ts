import type { suggestions } from '#contract/suggestions.ts';
import type { Hooks } from '../jsonapi/hooks.ts';
import { permissions } from './permissions.ts';
import { inVisibleRoom } from './room-scope.ts';

export const suggestionHooks: Hooks<typeof suggestions, 'suggestions'> = {
  table: 'suggestions',
  permissions: permissions.suggestions,
  scope: (caller) => inVisibleRoom('suggestions', caller),
};
