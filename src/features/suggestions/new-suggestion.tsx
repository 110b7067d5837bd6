import { Trans, useLingui } from '@lingui/react/macro';
import { suggestions } from '#contract/suggestions.ts';
import { closeRoute } from '#src/crud/close-route.ts';
import { RecordForm } from '#src/crud/record-form.tsx';
import { SaveButton } from '#src/crud/save-button.tsx';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#src/ui/dialog.tsx';
import { showToast } from '#src/ui/toasts.ts';
import { SuggestionFields } from './suggestion-fields.tsx';

/** Dialog for a new suggestion, over the list. */
export function Component() {
  const { t } = useLingui();
  const close = () => closeRoute(paths.suggestions());
  return (
    <Dialog title={<Trans>New suggestion</Trans>} width="wide" onClose={close}>
      <RecordForm
        resource={suggestions}
        onSaved={() => {
          showToast({ text: t`Suggestion created`, tone: 'good' });
          close();
        }}
      >
        <DialogBody>
          <SuggestionFields isNew />
        </DialogBody>
        <DialogFooter>
          <Button onClick={close}>
            <Trans>Close</Trans>
          </Button>
          <SaveButton>
            <Trans>Create</Trans>
          </SaveButton>
        </DialogFooter>
      </RecordForm>
    </Dialog>
  );
}
