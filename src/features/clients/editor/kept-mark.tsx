import { Trans } from '@lingui/react/macro';
import { useRecordFormContext } from '#src/crud/record-form-context.ts';

/** Says that unsaved changes are not live yet but are stored in this browser. */
export function KeptMark() {
  const { isDirty } = useRecordFormContext();
  return (
    <span role="status" className="text-muted text-sm max-sm:hidden">
      {isDirty && <Trans>Not saved yet; kept in this browser.</Trans>}
    </span>
  );
}
