import { code, object, readonly, string, text } from './attribute.ts';
import { defineResource } from './resource.ts';

/** Chat widgets embedded in customers' sites. Source: service document, "Client". */
export const clients = defineResource({
  type: 'clients',
  attributes: {
    injectable_code: readonly(text()),
    settings: object(),
    title: string({ required: true }),
    code: string(),
    default_embedded_css: code('css'),
    default_guest_css: code('css'),
    default_embedded_html: code('html'),
  },
  filters: { id: { kind: 'id' } },
  actions: {
    login: { method: 'POST', on: 'record', input: {}, returns: 'record' },
  },
});
