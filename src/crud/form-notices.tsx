import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Resource } from '#contract/resource.ts';
import { ApiError } from '#src/api/errors.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import type { FormValues } from './form-values.ts';
import { originalOf } from './original.ts';
import { useErrorSentence } from './request-error.tsx';
import type { SaveFailure } from './save-record.ts';
import type { RecordFormState } from './use-record-form.ts';

/** What has to be said above the fields of a form. */
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
      {state.failure && <FailureNotice failure={state.failure} isNew={!state.original().row} />}
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

function FailureNotice({ failure: { error, unplaced }, isNew }: { failure: SaveFailure; isNew: boolean }) {
  const { t } = useLingui();
  const sentence = useErrorSentence();
  const words = unplaced.map((item) => item.detail || item.title).filter(Boolean);
  const isUnknown = error instanceof ApiError && (error.kind === 'timeout' || error.kind === 'unreachable');
  return (
    <Notice tone="bad" mark={t`Not saved`}>
      <span role="alert">
        {words.length > 0 ? words.join(' ') : sentence(error)}{' '}
        {isUnknown && isNew ? (
          <Trans>It may have been created all the same: look at the list before you save again.</Trans>
        ) : (
          <Trans>What you typed is still here.</Trans>
        )}
      </span>
    </Notice>
  );
}
