import type { Rewrite } from './exchange.ts';
import { actionForms } from './rewrites/action-forms.ts';
import { errorForms } from './rewrites/error-forms.ts';
import { listForms } from './rewrites/list-forms.ts';
import { queryForms } from './rewrites/query-forms.ts';
import { recordForms } from './rewrites/record-forms.ts';
import { transportForms } from './rewrites/transport-forms.ts';
import { valueForms } from './rewrites/value-forms.ts';
import { writeForms } from './rewrites/write-forms.ts';

const forms = {
  ...listForms,
  ...recordForms,
  ...valueForms,
  ...writeForms,
  ...actionForms,
  ...errorForms,
  ...transportForms,
  ...queryForms,
};

export type RewriteName = keyof typeof forms;

/** Every form of a tenant, by its description. */
export const rewrites: Readonly<Record<RewriteName, Rewrite>> = forms;
