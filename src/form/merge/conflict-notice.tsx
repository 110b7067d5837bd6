import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Resource, Row } from '#contract/resource.ts';
import { mergeRecord } from '#src/api/cache.ts';
import { jsonText } from '#src/lib/json.ts';
import { startCase } from '#src/lib/start-case.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { requestedComponent } from '#src/ui/lazy-component.tsx';
import { Truncated } from '#src/ui/text/truncated.tsx';
import { baselineOf, changedFieldNames, pickChanges, rebase } from '../form-values.ts';
import { useRecordFormContext } from '../record-form-context.ts';
import type { RecordFormState } from '../use-record-form.ts';

const MergeDialog = requestedComponent(async () => (await import('./merge-dialog.tsx')).MergeDialog);

interface ConflictNoticeProps<R extends Resource> {
  resource: R;
  state: RecordFormState<R>;
  theirs: Row<R>;
}

/** Another user has saved the record since: shows their changes and asks whose values to keep. */
export function ConflictNotice<R extends Resource>({ resource, state, theirs }: ConflictNoticeProps<R>) {
  const { t } = useLingui();
  const { labels } = useRecordFormContext();
  const { form, show, submit, setAside } = state;
  const [isMerging, setMerging] = useState(false);
  const next = baselineOf(resource, theirs);
  const changed = changedFieldNames(next.values, state.baseline().values);
  const labelOf = (name: string) => labels.get(name) ?? startCase(name);

  const loadTheirs = () => {
    const edits = pickChanges(form.getValues(), state.baseline().values);
    mergeRecord(resource, theirs);
    show(next.values, next, { ...setAside, ...edits });
  };
  const saveOver = () => {
    const mine = rebase(resource, form.getValues(), state.baseline(), theirs);
    show(mine.values, mine.baseline, setAside);
    submit();
  };
  return (
    <Notice
      tone="warn"
      mark={t`Changed since then`}
      action={<ConflictActions onLoadTheirs={loadTheirs} onSaveOver={saveOver} onMerge={() => setMerging(true)} />}
    >
      <Trans>Someone else has saved changes since you opened this:</Trans>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3">
        {changed.map((name) => (
          <div key={name} className="contents">
            <dt className="text-muted">{labelOf(name)}</dt>
            <dd className="min-w-0">
              <Truncated text={jsonText(next.values[name])} lines={2} />
            </dd>
          </div>
        ))}
      </dl>
      {isMerging && (
        <MergeDialog
          resource={resource}
          base={state.baseline().values}
          mine={form.getValues()}
          theirs={next.values}
          labelOf={labelOf}
          onClose={() => setMerging(false)}
          onMerge={(values, isSaved) => {
            mergeRecord(resource, theirs);
            show(values, next, setAside);
            if (isSaved) submit();
          }}
        />
      )}
    </Notice>
  );
}

interface ConflictActionsProps {
  size?: 'small';
  onLoadTheirs: () => void;
  onSaveOver: () => void;
  onMerge: () => void;
}

/** Buttons that resolve an edit conflict, for a form and for a table row. */
export function ConflictActions({ onLoadTheirs, onSaveOver, onMerge, ...look }: ConflictActionsProps) {
  return (
    <span className="flex flex-wrap gap-2">
      <Button {...look} onClick={onLoadTheirs}>
        <Trans>Load theirs</Trans>
      </Button>
      <Button {...look} onClick={onSaveOver}>
        <Trans>Overwrite</Trans>
      </Button>
      <Button {...look} kind="primary" onClick={onMerge}>
        <Trans>Choose field by field</Trans>
      </Button>
    </span>
  );
}
