import { Plural } from '@lingui/react/macro';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Button } from '#src/ui/button.tsx';
import { part } from '#src/ui/lazy-component.tsx';
import { changedNames } from './form-values.ts';
import { useRecordFormContext } from './record-form-context.ts';

const ChangesDialog = part(async () => (await import('./changes-dialog.tsx')).ChangesDialog);

/** Number of fields that differ from the record; opens the diff. Hidden if there are none. */
export function ChangesButton({ id }: { id: string }) {
  const values = useWatch();
  const { before, isReadOnly } = useRecordFormContext();
  const [isOpen, setOpen] = useState(false);
  const count = changedNames(values, before()).length;
  if (isReadOnly) return null;
  return (
    <>
      {count > 0 && (
        <Button onClick={() => setOpen(true)}>
          <Plural value={count} one="# change" other="# changes" />
        </Button>
      )}
      {isOpen && <ChangesDialog id={id} onClose={() => setOpen(false)} />}
    </>
  );
}
