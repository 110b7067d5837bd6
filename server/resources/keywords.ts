import type { keywords } from '#contract/keywords.ts';
import type { Hooks } from '../jsonapi/served.ts';
import { rules } from './rules.ts';

export const keywordHooks: Hooks<typeof keywords, 'master_keywords'> = {
  table: 'master_keywords',
  rules: rules.master_keywords,
  unique: ['key_name'],
};
