import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ApiError } from '#src/api/errors.ts';
import { useErrorSentence } from '#src/crud/use-error-sentence.ts';
import { Button } from '#src/ui/button.tsx';
import { StatusMark } from '#src/ui/status-mark.tsx';
import { Truncated } from '#src/ui/truncated.tsx';
import type { RowEdit } from './row-edits.ts';

interface RowNoticeProps {
  edit: RowEdit;
  columnLabel: (name: string) => string;
  onSave: () => void;
  onSaveOver: () => void;
  onDiscard: () => void;
}

/** Why a row's edits are not saved, with actions to resolve it, in one line. */
export function RowNotice({ edit, columnLabel, onSave, onSaveOver, onDiscard }: RowNoticeProps) {
  const { t } = useLingui();
  const sentence = useErrorSentence();
  const problems = Object.entries(edit.problems).flatMap(([name, message]) =>
    message ? `${columnLabel(name)}: ${message}` : [],
  );
  const error = edit.failure?.error;
  const isUnknown = error instanceof ApiError && error.isOutcomeUnknown;
  const failure = error !== undefined && sentence(error);
  if (edit.theirs) {
    const changed = Object.entries(edit.original.values)
      .map(([name, before]) => ({ name, before, now: theirText(edit, name) }))
      .filter(({ before, now }) => before !== now)
      .map(({ name, now }) => `${columnLabel(name)}: ${now}`);
    return (
      <Line text={`${t`Somebody else has saved this row meanwhile.`} ${changed.join(' · ')}`}>
        <Button size="small" onClick={onDiscard}>
          <Trans>Take theirs</Trans>
        </Button>
        <Button size="small" onClick={onSaveOver}>
          <Trans>Save mine over it</Trans>
        </Button>
      </Line>
    );
  }
  return (
    <Line isUnknown={isUnknown} text={[...problems, failure].filter(Boolean).join(' · ')}>
      <Button size="small" onClick={onSave}>
        <Trans>Save again</Trans>
      </Button>
      <Button size="small" kind="quiet" onClick={onDiscard}>
        <Trans>Discard</Trans>
      </Button>
    </Line>
  );
}

function theirText(edit: RowEdit, name: string): string {
  // The edit and the other version have the same attributes.
  const value = (edit.theirs as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}

function Line({ isUnknown = false, text, children }: { isUnknown?: boolean; text: string; children: ReactNode }) {
  const { t } = useLingui();
  return (
    <div className="flex items-center gap-3 ps-8">
      <StatusMark status="danger" className="font-medium">
        {isUnknown ? t`Not known` : t`Not saved`}
      </StatusMark>
      <span role="alert" className="min-w-0 flex-1">
        <Truncated text={text} />
      </span>
      {children}
    </div>
  );
}
