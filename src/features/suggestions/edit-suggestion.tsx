import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from 'react-router';
import { suggestions } from '#contract/suggestions.ts';
import { closeRoute } from '#src/crud/close-route.ts';
import { DeleteButton } from '#src/crud/delete-button.tsx';
import { RecordForm } from '#src/crud/record-form.tsx';
import { RecordGate } from '#src/crud/record-gate.tsx';
import { SaveButton } from '#src/crud/save-button.tsx';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#src/ui/dialog.tsx';
import { showToast } from '#src/ui/toasts.ts';
import { SuggestionFields } from './suggestion-fields.tsx';
import { suggestionName } from './suggestion-name.ts';
import { withRoom } from './suggestion-query.ts';

/** Edit dialog of a suggestion, over the list. */
export function Component() {
  const { t } = useLingui();
  const id = useParams().id ?? '';
  const close = () => closeRoute(paths.suggestions());
  return (
    <Dialog title={<Trans>Suggestion {id}</Trans>} width="wide" onClose={close}>
      <RecordGate resource={suggestions} id={id} include={withRoom.include}>
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
      </RecordGate>
    </Dialog>
  );
}
