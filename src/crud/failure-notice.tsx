import { Trans, useLingui } from '@lingui/react/macro';
import { ApiError } from '#src/api/errors.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { refusalWords } from './refusal-words.ts';
import type { SaveFailure } from './save-record.ts';
import { useErrorSentence } from './use-error-sentence.ts';

interface FailureNoticeProps {
  failure: SaveFailure;
  /** Whether a new record was being saved. */
  isNew: boolean;
  onCreateAnew: () => void;
}

/** Why a form was not saved, what happens to the input, and what to do next. */
export function FailureNotice({ failure: { error, unplaced, isGone }, isNew, onCreateAnew }: FailureNoticeProps) {
  const { t } = useLingui();
  const sentence = useErrorSentence();
  const words = unplaced.map(refusalWords).filter(Boolean);
  const isUnknown = error instanceof ApiError && error.isOutcomeUnknown;
  const createAnew = isGone && (
    <Button onClick={onCreateAnew}>
      <Trans>Create it anew</Trans>
    </Button>
  );
  const said =
    words.length > 0 && !(error instanceof ApiError && error.isAnswerLost) ? words.join(' ') : sentence(error);
  return (
    <Notice tone="bad" mark={isUnknown ? t`Not known` : t`Not saved`} action={createAnew}>
      <span role="alert">
        {isGone ? <Trans>Somebody has deleted this record.</Trans> : said}{' '}
        {isUnknown && isNew ? (
          <Trans>It may have been created all the same: look at the list before you save again.</Trans>
        ) : isUnknown ? (
          <Trans>It may have been saved all the same; saving again does no harm. What you typed is still here.</Trans>
        ) : (
          <Trans>What you typed is still here.</Trans>
        )}
      </span>
    </Notice>
  );
}
