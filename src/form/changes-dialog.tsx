import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { oneQuery } from '#src/api/queries.ts';
import { startCase } from '#src/lib/start-case.ts';
import { errorMessage } from '#src/page/error-message.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { Dialog, DialogBody, DialogFooter } from '#src/ui/overlay/dialog.tsx';
import { changedFieldNames, type FormValues, toFormValues } from './form-values.ts';
import { DiffLayoutControl, FieldDiff, useDiffLayout } from './merge/field-diff.tsx';
import { useRecordFormContext } from './record-form-context.ts';

/** Diff, field by field, of what saving the form would change in the current record. */
export function ChangesDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useLingui();
  const values: FormValues = useWatch();
  const { setValue } = useFormContext();
  const { resource, baseline, labels } = useRecordFormContext();
  const [layout, setLayout] = useDiffLayout();
  // Refetch the current record: the cached one may be from when the form was opened.
  const live = useQuery({ ...oneQuery(resource, id), staleTime: 0 });
  const opened = baseline().values;
  const labelOf = (name: string) => labels.get(name) ?? startCase(name);
  const names = changedFieldNames(values, opened);
  const now = live.data && !live.isFetching ? toFormValues(resource, live.data.row) : undefined;
  const isMoved = now !== undefined && changedFieldNames(now, opened).length > 0;
  return (
    <Dialog title={<Trans>Changes</Trans>} width="wide" onClose={onClose}>
      <div role="status">
        {isMoved && (
          <Notice tone="warn" mark={t`Changed since then`}>
            <Trans>
              Someone else has saved changes since you opened this. You’ll choose field by field when you save.
            </Trans>
          </Notice>
        )}
        {live.error && (
          <Notice tone="warn" mark={t`Compared with what you opened`}>
            <Trans>Couldn’t load the saved version:</Trans> {errorMessage(live.error)}
          </Notice>
        )}
      </div>
      <DialogBody>
        <DiffLayoutControl layout={layout} onChange={setLayout} />
        {names.length === 0 && (
          <p>
            <Trans>No changes</Trans>
          </p>
        )}
        {names.map((name) => (
          <section key={name} aria-label={labelOf(name)} className="flex flex-col gap-1">
            <div className="flex items-center justify-between gap-2">
              <h3 className="font-medium">{labelOf(name)}</h3>
              <Button
                kind="quiet"
                size="small"
                onClick={() => setValue(name, opened[name], { shouldDirty: true, shouldValidate: true })}
              >
                <Trans>Revert</Trans>
              </Button>
            </div>
            <FieldDiff
              attribute={resource.attributes[name]}
              label={labelOf(name)}
              before={(now ?? opened)[name]}
              after={values[name]}
              layout={layout}
            />
          </section>
        ))}
      </DialogBody>
      <DialogFooter leave={<Trans>Keep editing</Trans>} onLeave={onClose}>
        <Button
          kind="primary"
          onClick={({ currentTarget }) => {
            currentTarget.form?.requestSubmit();
            onClose();
          }}
        >
          <Trans>Save</Trans>
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
