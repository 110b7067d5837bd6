import type { suggestions } from '#contract/suggestions.ts';
import type { Hooks } from '../jsonapi/served.ts';
import { rules } from './rules.ts';

export const suggestionHooks: Hooks<typeof suggestions, 'suggestions'> = {
  table: 'suggestions',
  rules: rules.suggestions,
};
