import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from 'react-router';
import { suggestions } from '#contract/suggestions.ts';
import { DeleteButton } from '#src/bulk/delete-button.tsx';
import { RecordForm, RecordLoader, SaveButton } from '#src/form/record-form.tsx';
import { closeModalRoute } from '#src/page/close-modal-route.ts';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#src/ui/overlay/dialog.tsx';
import { showToast } from '#src/ui/overlay/toasts.ts';
import { SuggestionFields } from './suggestion-fields.tsx';
import { suggestionName } from './suggestion-name.ts';
import { withRoom } from './suggestion-query.ts';

/** Edit dialog of a suggestion, over the list. */
export function Component() {
  const { t } = useLingui();
  const id = useParams().id ?? '';
  const close = () => closeModalRoute(paths.suggestions());
  return (
    <Dialog title={<Trans>Suggestion {id}</Trans>} width="wide" onClose={close}>
      <RecordLoader resource={suggestions} id={id} include={withRoom.include}>
        {({ row }) => (
          <RecordForm
            key={row.id}
            resource={suggestions}
            row={row}
            onSaved={() => {
              showToast({ text: t`Suggestion saved`, tone: 'good' });
              close();
            }}
          >
            <DialogBody>
              <SuggestionFields isNew={false} />
            </DialogBody>
            <DialogFooter
              aside={<DeleteButton resource={suggestions} row={row} name={suggestionName(row)} onDelete={close} />}
            >
              <Button onClick={close}>
                <Trans>Close</Trans>
              </Button>
              <SaveButton />
            </DialogFooter>
          </RecordForm>
        )}
      </RecordLoader>
    </Dialog>
  );
}
