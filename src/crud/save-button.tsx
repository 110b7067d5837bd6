import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';
import { useRecordFormContext } from './record-form-context.ts';

/** Submits the enclosing form. */
export function SaveButton({ children = <Trans>Save</Trans> }: { children?: ReactNode }) {
  const { isSaving, isReadOnly } = useRecordFormContext();
  if (isReadOnly) return null;
  return (
    <Button type="submit" kind="primary" shortcut="Mod+Enter" busy={isSaving}>
      {children}
    </Button>
  );
}
