import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Resource, Row } from '#contract/resource.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { part } from '#src/ui/part.tsx';
import { Truncated } from '#src/ui/truncated.tsx';
import { changedNames, type FormValues } from './form-values.ts';
import { humanise } from './humanise.ts';
import { originalOf } from './original.ts';
import { useRecordFormContext } from './record-form-context.ts';
import type { RecordFormState } from './use-record-form.ts';

const MergeDialog = part(async () => (await import('./merge-dialog.tsx')).MergeDialog);

interface ConflictNoticeProps<R extends Resource> {
  resource: R;
  state: RecordFormState<R>;
  theirs: Row<R>;
  /** Receives the user's values when theirs replace them. */
  onSetAside: (values: FormValues) => void;
}

/** Another user has saved the record since: shows their changes and asks whose values to keep. */
export function ConflictNotice<R extends Resource>({ resource, state, theirs, onSetAside }: ConflictNoticeProps<R>) {
  const { t } = useLingui();
  const { labels } = useRecordFormContext();
  const { form, show, submit } = state;
  const [isMerging, setMerging] = useState(false);
  const next = originalOf(resource, theirs);
  const changed = changedNames(next.values, state.original().values);

  const loadTheirs = () => {
    onSetAside(form.getValues());
    show(next.values, next);
  };
  const saveOver = () => {
    const mine = form.getValues();
    const names = changedNames(mine, state.original().values);
    // Overwrites only the fields changed here; their other changes stay.
    show({ ...next.values, ...Object.fromEntries(names.map((name) => [name, mine[name]])) }, next);
    submit();
  };
  return (
    <Notice
      tone="warn"
      mark={t`Changed meanwhile`}
      action={
        <span className="flex flex-wrap gap-2">
          <Button onClick={loadTheirs}>
            <Trans>Load theirs</Trans>
          </Button>
          <Button onClick={saveOver}>
            <Trans>Save over it</Trans>
          </Button>
          <Button kind="primary" onClick={() => setMerging(true)}>
            <Trans>Choose field by field</Trans>
          </Button>
        </span>
      }
    >
      <Trans>Somebody else has saved this record since you opened it. It now has:</Trans>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3">
        {changed.map((name) => (
          <div key={name} className="contents">
            <dt className="text-muted">{labels.get(name) ?? humanise(name)}</dt>
            <dd className="min-w-0">
              <Truncated text={asText(next.values[name])} lines={2} />
            </dd>
          </div>
        ))}
      </dl>
      {isMerging && (
        <MergeDialog
          resource={resource}
          base={state.original().values}
          mine={form.getValues()}
          theirs={next.values}
          onClose={() => setMerging(false)}
          onMerge={(values, isSaved) => {
            show(values, next);
            if (isSaved) submit();
          }}
        />
      )}
    </Notice>
  );
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
