import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Resource } from '#contract/resource.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { type FormValues, toFormValues } from './form-values.ts';
import { originalOf } from './original.ts';
import { OtherVersion } from './other-version.tsx';
import type { RecordFormState } from './use-record-form.ts';

/** Notices above the fields of a form. */
export function FormNotices<R extends Resource>({
  resource,
  state,
  isReadOnly,
}: {
  resource: R;
  state: RecordFormState<R>;
  isReadOnly: boolean;
}) {
  const { t } = useLingui();
  const [setAside, setSetAside] = useState<FormValues>();
  return (
    <div role="status" className="empty:hidden">
      {isReadOnly && (
        <Notice>
          <Trans>You may look at this, but not change it.</Trans>
        </Notice>
      )}
      {state.wasRestored && !state.theirs && (
        <Notice
          action={
            <Button onClick={() => showOriginal(resource, state)}>
              <Trans>Discard</Trans>
            </Button>
          }
        >
          <Trans>Restored what you typed</Trans>
        </Notice>
      )}
      {!state.isKept && (
        <Notice tone="warn" mark={t`Not kept`}>
          <Trans>This browser does not keep what you type. Save before you leave.</Trans>
        </Notice>
      )}
      <OtherVersion
        other={state.otherTab.has ? undefined : ''}
        isShared={state.otherTab.isShared}
        takeOther={state.otherTab.take}
        dropOther={state.otherTab.drop}
      />
      {state.failure && (
        <FailureNotice
          failure={state.failure}
          isNew={!state.original().row}
          onCreateAnew={() => createAnew(resource, state)}
        />
      )}
      {state.theirs && (
        <ConflictNotice resource={resource} state={state} theirs={state.theirs} onSetAside={setSetAside} />
      )}
      {setAside && (
        <Notice
          action={
            <Button
              onClick={() => {
                state.show(setAside, state.original());
                setSetAside(undefined);
              }}
            >
              <Trans>Put mine back</Trans>
            </Button>
          }
        >
          <Trans>These are the values as somebody else saved them.</Trans>
        </Notice>
      )}
    </div>
  );
}

function showOriginal<R extends Resource>(resource: R, state: RecordFormState<R>) {
  const original = originalOf(resource, state.original().row);
  state.show(original.values, original);
}

/** Saves the form as a new record; create-only fields take the values of the old one. */
function createAnew<R extends Resource>(resource: R, state: RecordFormState<R>) {
  const before = toFormValues(resource, state.original().row, true);
  state.show({ ...before, ...state.form.getValues() }, originalOf(resource, undefined));
  state.submit();
}
