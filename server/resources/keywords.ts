import type { keywords } from '#contract/keywords.ts';
import type { Hooks } from '../jsonapi/hooks.ts';
import { permissions } from './permissions.ts';

export const keywordHooks: Hooks<typeof keywords, 'master_keywords'> = {
  table: 'master_keywords',
  permissions: permissions.master_keywords,
  unique: ['key_name'],
};
