import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from 'react-router';
import { keywords } from '#contract/keywords.ts';
import { DeleteButton } from '#src/bulk/delete-button.tsx';
import { RecordForm, RecordLoader, SaveButton } from '#src/form/record-form.tsx';
import { closeModalRoute } from '#src/page/close-modal-route.ts';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#src/ui/overlay/dialog.tsx';
import { showToast } from '#src/ui/overlay/toasts.ts';
import { KeywordFields } from './keyword-fields.tsx';

/** Edit dialog of a keyword, over the list. */
export function Component() {
  const { t } = useLingui();
  const id = useParams().id ?? '';
  const close = () => closeModalRoute(paths.keywords());
  return (
    <Dialog title={<Trans>Keyword</Trans>} onClose={close}>
      <RecordLoader resource={keywords} id={id}>
        {({ row }) => (
          <RecordForm
            key={row.id}
            resource={keywords}
            row={row}
            onSaved={({ key_name }) => {
              showToast({ text: t`Saved “${key_name}”`, tone: 'good' });
              close();
            }}
          >
            <DialogBody>
              <KeywordFields />
            </DialogBody>
            <DialogFooter aside={<DeleteButton resource={keywords} row={row} name={row.key_name} onDelete={close} />}>
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
