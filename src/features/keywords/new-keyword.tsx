import { Trans, useLingui } from '@lingui/react/macro';
import { keywords } from '#contract/keywords.ts';
import { addKeywords } from '#src/domain/keywords/all-keywords.ts';
import { RecordForm, SaveButton } from '#src/form/record-form.tsx';
import { closeModalRoute } from '#src/page/close-modal-route.ts';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#src/ui/overlay/dialog.tsx';
import { showToast } from '#src/ui/overlay/toasts.ts';
import { KeywordFields } from './keyword-fields.tsx';

/** Dialog for a new keyword, over the list. */
export function Component() {
  const { t } = useLingui();
  const close = () => closeModalRoute(paths.keywords());
  return (
    <Dialog title={<Trans>New keyword</Trans>} onClose={close}>
      <RecordForm
        resource={keywords}
        onSaved={(keyword) => {
          const { key_name } = keyword;
          addKeywords([keyword]);
          showToast({ text: t`Created “${key_name}”`, tone: 'good' });
          close();
        }}
      >
        <DialogBody>
          <KeywordFields />
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
