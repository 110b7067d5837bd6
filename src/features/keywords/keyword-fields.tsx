import { Trans } from '@lingui/react/macro';
import { keywords } from '#contract/keywords.ts';
import { FormField } from '#src/crud/form-field.tsx';
import { SuggestionsField } from './items/suggestions-field.tsx';

/** Form fields of a keyword. */
export function KeywordFields() {
  return (
    <>
      <FormField
        of={keywords}
        name="key_name"
        label={<Trans>Keyword</Trans>}
        hint={<Trans>The word itself, as visitors write it. There can be only one of each.</Trans>}
        autoFocus
      />
      <FormField of={keywords} name="key_title" label={<Trans>Title</Trans>} />
      <SuggestionsField />
    </>
  );
}
