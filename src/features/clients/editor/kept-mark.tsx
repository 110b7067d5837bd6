import { Trans } from '@lingui/react/macro';
import { useRecordFormContext } from '#src/crud/record-form-context.ts';

/** Says that what is typed is not live yet, and that it is not lost either. */
export function KeptMark() {
  const { isDirty } = useRecordFormContext();
  return (
    <span role="status" className="text-muted text-sm max-sm:hidden">
      {isDirty && <Trans>Not saved yet; kept in this browser.</Trans>}
    </span>
  );
}
