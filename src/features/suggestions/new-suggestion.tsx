import { Trans, useLingui } from '@lingui/react/macro';
import { suggestions } from '#contract/suggestions.ts';
import { RecordForm, SaveButton } from '#src/form/record-form.tsx';
import { closeModalRoute } from '#src/page/close-modal-route.ts';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#src/ui/overlay/dialog.tsx';
import { showToast } from '#src/ui/overlay/toasts.ts';
import { SuggestionFields } from './suggestion-fields.tsx';

/** Dialog for a new suggestion, over the list. */
export function Component() {
  const { t } = useLingui();
  const close = () => closeModalRoute(paths.suggestions());
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
