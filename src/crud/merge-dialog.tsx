import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMemo, useState } from 'react';
import type { Resource } from '#contract/resource.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#src/ui/dialog.tsx';
import { DifferenceLayoutControl } from './difference-layout-control.tsx';
import { useDifferenceLayout } from './field-difference.tsx';
import type { FormValues } from './form-values.ts';
import { MergeFieldChoice } from './merge-field-choice.tsx';
import { mergeFields, mergeValues, type Side } from './merge-fields.ts';

interface MergeDialogProps {
  resource: Resource;
  /** The values when the form was opened, as edited in it, and as another user has saved them. */
  base: FormValues;
  mine: FormValues;
  theirs: FormValues;
  onClose: () => void;
  /** Receives the chosen values, and whether to save them at once. */
  onMerge: (values: FormValues, isSaved: boolean) => void;
}

/** Three-way merge of concurrent edits: asks, field by field, whose change to keep. */
export function MergeDialog({ resource, base, mine, theirs, onClose, onMerge }: MergeDialogProps) {
  const { t } = useLingui();
  const fields = useMemo(() => mergeFields(resource, base, mine, theirs), [resource, base, mine, theirs]);
  // Fields changed by one side only are picked automatically.
  const [picks, setPicks] = useState<Record<string, Side>>(() =>
    Object.fromEntries(
      fields.filter(({ changedBy }) => changedBy !== 'both').map((field) => [field.name, field.changedBy]),
    ),
  );
  const [layout, setLayout] = useDifferenceLayout();
  const left = fields.filter(({ name }) => !picks[name]).length;
  const merge = (isSaved: boolean) => onMerge(mergeValues(fields, theirs, picks), isSaved);
  return (
    <Dialog
      title={<Trans>Yours and theirs</Trans>}
      description={
        <Trans>Somebody else has saved this record since you opened it. Choose what it should be now.</Trans>
      }
      width="wide"
      onClose={onClose}
    >
      <DialogBody>
        <DifferenceLayoutControl layout={layout} onChange={setLayout} />
        {fields.map((field) => (
          <MergeFieldChoice
            key={field.name}
            resource={resource}
            field={field}
            pick={picks[field.name]}
            layout={layout}
            onPick={(side) => setPicks({ ...picks, [field.name]: side })}
          />
        ))}
      </DialogBody>
      <DialogFooter
        aside={left > 0 && <Plural value={left} one="# field left to choose" other="# fields left to choose" />}
      >
        <Button onClick={onClose}>{t`Not now`}</Button>
        <Button disabled={left > 0} onClick={() => merge(false)}>
          <Trans>Go on editing with these</Trans>
        </Button>
        <Button kind="primary" disabled={left > 0} onClick={() => merge(true)}>
          <Trans>Save these</Trans>
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
