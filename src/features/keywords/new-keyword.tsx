import { Trans, useLingui } from '@lingui/react/macro';
import { keywords } from '#contract/keywords.ts';
import { closeRoute } from '#src/crud/close-route.ts';
import { RecordForm } from '#src/crud/record-form.tsx';
import { SaveButton } from '#src/crud/save-button.tsx';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#src/ui/dialog.tsx';
import { showToast } from '#src/ui/toasts.ts';
import { KeywordFields } from './keyword-fields.tsx';
import { addKeywords } from './list/all-keywords.ts';

/** Dialog for a new keyword, over the list. */
export function Component() {
  const { t } = useLingui();
  const close = () => closeRoute(paths.keywords());
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
