import { Trans, useLingui } from '@lingui/react/macro';
import type { Resource } from '#contract/resource.ts';
import { ApiError } from '#src/api/errors.ts';
import { errorMessage } from '#src/page/error-message.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { DraftConflictNotice, RestoredNotice } from './draft/draft-conflict-notice.tsx';
import { baselineOf, type FormValues, pickChanges, toFormValues } from './form-values.ts';
import { ConflictNotice } from './merge/conflict-notice.tsx';
import type { SaveFailure } from './save-record.ts';
import { joinRefusals } from './translate-issue.ts';
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
  const { unsaved, setAside } = state;
  const failure = unsaved && 'failure' in unsaved ? unsaved.failure : undefined;
  return (
    <div role="status" className="empty:hidden">
      {isReadOnly && (
        <Notice>
          <Trans>View only – ask an admin to make changes</Trans>
        </Notice>
      )}
      {state.isRestoredDraft && unsaved?.kind !== 'conflict' && (
        <RestoredNotice onDiscard={() => showOriginal(resource, state)} />
      )}
      {!state.isKept && (
        <Notice tone="warn" mark={t`Not saved`}>
          <Trans>This browser can’t keep your changes. Save before you leave.</Trans>
        </Notice>
      )}
      <DraftConflictNotice {...state.otherTab} />
      {failure && (
        <SaveErrorNotice
          failure={failure}
          isUnknown={unsaved?.kind === 'unknown'}
          isNew={!state.baseline().row}
          onCreateAgain={() => createAgain(resource, state)}
        />
      )}
      {unsaved?.kind === 'conflict' && <ConflictNotice resource={resource} state={state} theirs={unsaved.theirs} />}
      {setAside && <SetAsideNotice state={state} setAside={setAside} />}
    </div>
  );
}

/** Offers the user's set-aside edits; what was typed into the same fields since is set aside in turn. */
function SetAsideNotice<R extends Resource>({ state, setAside }: { state: RecordFormState<R>; setAside: FormValues }) {
  const { form, show, baseline } = state;
  const typedSince = () => {
    const since = pickChanges(form.getValues(), pickChanges(baseline().values, setAside));
    return Object.keys(since).length > 0 ? since : undefined;
  };
  const restore = () => show({ ...form.getValues(), ...setAside }, baseline(), typedSince());
  return (
    <Notice
      action={
        <Button onClick={restore}>
          <Trans>Restore my changes</Trans>
        </Button>
      }
    >
      {typedSince() ? (
        <Trans>Your other changes are still here.</Trans>
      ) : (
        <Trans>Showing the other person’s version.</Trans>
      )}
    </Notice>
  );
}

function showOriginal<R extends Resource>(resource: R, state: RecordFormState<R>) {
  const baseline = baselineOf(resource, state.baseline().row);
  state.show(baseline.values, baseline);
}

/** Saves the form as a new record; create-only fields take the values of the old one. */
function createAgain<R extends Resource>(resource: R, state: RecordFormState<R>) {
  const before = toFormValues(resource, state.baseline().row, true);
  state.show({ ...before, ...state.form.getValues() }, baselineOf(resource, undefined), state.setAside);
  state.submit();
}

interface SaveErrorNoticeProps {
  failure: SaveFailure;
  /** Whether the record may have been saved anyway. */
  isUnknown: boolean;
  isNew: boolean;
  onCreateAgain: () => void;
}

/** Why a form was not saved, what happens to the input, and what to do next. */
function SaveErrorNotice({ failure, isUnknown, isNew, onCreateAgain }: SaveErrorNoticeProps) {
  const { error, unplaced, isGone } = failure;
  const { t } = useLingui();
  const words = joinRefusals(unplaced);
  const createAgain = isGone && (
    <Button onClick={onCreateAgain}>
      <Trans>Create again</Trans>
    </Button>
  );
  const said = words && !(error instanceof ApiError && error.isResponseLost) ? words : errorMessage(error);
  return (
    <Notice tone="bad" mark={isUnknown ? t`Not confirmed` : t`Not saved`} action={createAgain}>
      <span role="alert">
        {isGone ? <Trans>This record has been deleted.</Trans> : said}{' '}
        {isUnknown && isNew ? (
          <Trans>It may have been created anyway. Check the list before you save again.</Trans>
        ) : isUnknown ? (
          <Trans>It may have been saved anyway; it’s safe to save again. Your changes are still here.</Trans>
        ) : (
          <Trans>Your changes are still here.</Trans>
        )}
      </span>
    </Notice>
  );
}
