import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { keywords } from '#contract/keywords.ts';
import { baselineOf, changedFieldNames } from '#src/form/form-values.ts';
import { ConflictActions } from '#src/form/merge/conflict-notice.tsx';
import { errorMessage } from '#src/page/error-message.ts';
import { Button } from '#src/ui/button.tsx';
import { requestedComponent } from '#src/ui/lazy-component.tsx';
import { showToast } from '#src/ui/overlay/toasts.ts';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { Truncated } from '#src/ui/text/truncated.tsx';
import { problemsOf, type RowEdit, readableText } from './row-edits.ts';
import { conflictOf, type RowEditing } from './use-row-edits.ts';

/** Makes a row's keyword the active cell: the focused element will be removed. */
export function focusRow(id: string): void {
  const cell = document.querySelector<HTMLElement>(`[data-cell="${CSS.escape(id)} key_name"]`);
  // Another press would edit the cell that is active already.
  if (cell?.tabIndex === 0) cell.focus();
  else cell?.click();
}

interface RowNoticeProps {
  id: string;
  edit: RowEdit;
  editing: RowEditing;
  onMerge: () => void;
}

/** Why a row's edits are not saved, with actions to resolve it, in one line. */
export function RowNotice({ id, edit, editing, onMerge }: RowNoticeProps) {
  const { t } = useLingui();
  const { unsaved } = edit;
  const thenFocusRow = (act: () => void) => () => {
    act();
    focusRow(id);
  };
  if (unsaved?.kind === 'conflict') {
    const { values } = baselineOf(keywords, unsaved.theirs);
    const changed = changedFieldNames(values, edit.baseline.values).map(
      (name) => `${keywordColumnLabel(name)}: ${readableText(values, name, ' · ')}`,
    );
    const loadTheirs = () => {
      const putBack = editing.loadTheirs(id);
      focusRow(id);
      showToast({
        text: t`Showing the other person’s version.`,
        action: { label: t`Restore my changes`, onAct: thenFocusRow(putBack) },
      });
    };
    return (
      <Line text={`${t`Someone else has saved changes to this row:`} ${changed.join(' · ')}`}>
        <ConflictActions
          size="small"
          onLoadTheirs={loadTheirs}
          onSaveOver={thenFocusRow(() => editing.saveOver(id))}
          onMerge={thenFocusRow(onMerge)}
        />
      </Line>
    );
  }
  const problems = problemsOf(edit).map(({ path, message }) => `${keywordColumnLabel(path)}: ${message}`);
  const failure = unsaved?.failure && errorMessage(unsaved.failure.error);
  return (
    <Line isUnknown={unsaved?.kind === 'unknown'} text={[...problems, failure].filter(Boolean).join(' · ')}>
      <Button size="small" onClick={thenFocusRow(() => editing.save(id))}>
        <Trans>Save again</Trans>
      </Button>
      <Button size="small" kind="quiet" onClick={thenFocusRow(() => editing.discard([id]))}>
        <Trans>Discard</Trans>
      </Button>
    </Line>
  );
}

function Line({ isUnknown = false, text, children }: { isUnknown?: boolean; text: string; children: ReactNode }) {
  const { t } = useLingui();
  return (
    <div className="flex items-center gap-3 ps-8">
      <StatusBadge status="danger" className="font-medium">
        {isUnknown ? t`Not confirmed` : t`Not saved`}
      </StatusBadge>
      <span role="alert" className="min-w-0 flex-1">
        <Truncated text={text} />
      </span>
      {children}
    </div>
  );
}

const MergeDialog = requestedComponent(async () => (await import('#src/form/merge/merge-dialog.tsx')).MergeDialog);

/** Field-by-field merge of a row that another user has saved since it was read. */
export function RowMergeDialog({ id, editing, onClose }: { id: string; editing: RowEditing; onClose: () => void }) {
  const conflict = conflictOf(editing.edits, id);
  if (!conflict) return null;
  return (
    <MergeDialog
      resource={keywords}
      base={conflict.edit.baseline.values}
      mine={conflict.edit.values}
      theirs={baselineOf(keywords, conflict.theirs).values}
      labelOf={keywordColumnLabel}
      onClose={onClose}
      onMerge={(values, isSaved) => {
        editing.merge(id, values, isSaved);
        onClose();
      }}
    />
  );
}

/** Label of a column. Call while rendering (uses the current locale). */
export function keywordColumnLabel(name: string): string {
  if (name === 'key_title') return t`Title`;
  return name === 'suggestions' ? t`Suggestions` : t`Keyword`;
}
