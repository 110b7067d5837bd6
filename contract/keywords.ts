import { string, text } from './attribute.ts';
import { defineResource } from './resource.ts';

/** Keywords used by visitors, with suggested replies. Source: service document, "MasterKeyword". */
export const keywords = defineResource({
  type: 'master_keywords',
  attributes: {
    key_name: string({ required: true }),
    key_title: string({ nullable: true }),
    suggestions: text({ nullable: true }),
  },
  filters: { id: { kind: 'id' } },
});
