import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { applyPatch, structuredPatch } from 'diff';
import { type ReactNode, useMemo, useState } from 'react';
import type { Resource } from '#contract/resource.ts';
import { parseJson } from '#src/lib/json.ts';
import { Button } from '#src/ui/button.tsx';
import { SegmentedControl } from '#src/ui/form/segmented-control.tsx';
import { Dialog, DialogBody, DialogFooter } from '#src/ui/overlay/dialog.tsx';
import { changedFieldNames, type FormValues } from '../form-values.ts';
import { type DiffLayout, DiffLayoutControl, FieldDiff, useDiffLayout } from './field-diff.tsx';

interface MergeDialogProps {
  resource: Resource;
  /** Values when the form was opened; `mine` as edited in it, `theirs` as saved by another user. */
  base: FormValues;
  mine: FormValues;
  theirs: FormValues;
  labelOf: (name: string) => string;
  onClose: () => void;
  /** Receives the chosen values, and whether to save them at once. */
  onMerge: (values: FormValues, isSaved: boolean) => void;
}

/** Three-way merge of concurrent edits: asks, field by field, whose change to keep. */
export function MergeDialog({ resource, base, mine, theirs, labelOf, onClose, onMerge }: MergeDialogProps) {
  const { t } = useLingui();
  const fields = useMemo(() => mergeFields(resource, base, mine, theirs), [resource, base, mine, theirs]);
  // Fields changed by one side only are picked automatically.
  const [picks, setPicks] = useState<Record<string, Side>>(() =>
    Object.fromEntries(
      fields.filter(({ changedBy }) => changedBy !== 'both').map((field) => [field.name, field.changedBy]),
    ),
  );
  const [layout, setLayout] = useDiffLayout();
  const left = fields.filter(({ name }) => !picks[name]).length;
  const merge = (isSaved: boolean) => onMerge(mergeValues(fields, theirs, picks), isSaved);
  return (
    <Dialog
      title={<Trans>Yours and theirs</Trans>}
      description={<Trans>Someone else has saved changes since you opened this. Choose what to keep.</Trans>}
      width="wide"
      onClose={onClose}
    >
      <DialogBody>
        <DiffLayoutControl layout={layout} onChange={setLayout} />
        {fields.map((field) => (
          <MergeFieldChoice
            key={field.name}
            resource={resource}
            field={field}
            label={labelOf(field.name)}
            pick={picks[field.name]}
            layout={layout}
            onPick={(side) => setPicks({ ...picks, [field.name]: side })}
          />
        ))}
      </DialogBody>
      <DialogFooter
        aside={left > 0 && <Plural value={left} one="# field left to choose" other="# fields left to choose" />}
      >
        <Button onClick={onClose}>{t`Cancel`}</Button>
        <Button disabled={left > 0} onClick={() => merge(false)}>
          <Trans>Apply and keep editing</Trans>
        </Button>
        <Button kind="primary" disabled={left > 0} onClick={() => merge(true)}>
          <Trans>Apply and save</Trans>
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

interface MergeFieldChoiceProps {
  resource: Resource;
  field: MergeField;
  label: string;
  pick: Side | undefined;
  layout: DiffLayout;
  onPick: (side: Side) => void;
}

/** One conflicting field: each side's change, and which to keep. */
function MergeFieldChoice({ resource, field, label, pick, layout, onPick }: MergeFieldChoiceProps) {
  const { t } = useLingui();
  const { name, base, changedBy, together } = field;
  const segments = [
    { value: 'mine' as const, label: t`Yours` },
    { value: 'theirs' as const, label: t`Theirs` },
    ...(together === undefined ? [] : [{ value: 'both' as const, label: t`Both` }]),
  ];
  const change = (side: 'mine' | 'theirs', title: ReactNode) => (
    <div>
      <h4 className="text-muted text-sm">{title}</h4>
      <FieldDiff
        attribute={resource.attributes[name]}
        label={`${label}, ${side === 'mine' ? t`yours` : t`theirs`}`}
        before={base}
        after={field[side]}
        layout={layout}
      />
    </div>
  );
  return (
    <section aria-label={label} className="flex flex-col gap-2 border-line border-t pt-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">
          {label} <span className="font-normal text-muted text-sm">{whoChanged(changedBy)}</span>
        </h3>
        {/* No side is preselected. */}
        <SegmentedControl<Side | ''>
          label={t`${label}: keep`}
          value={pick ?? ''}
          segments={segments}
          onChange={(side) => side !== '' && onPick(side)}
        />
      </div>
      {changedBy !== 'theirs' && change('mine', <Trans>Your change</Trans>)}
      {changedBy !== 'mine' && change('theirs', <Trans>Their change</Trans>)}
    </section>
  );
}

function whoChanged(side: Side): ReactNode {
  if (side === 'both') return <Trans>changed by both of you</Trans>;
  return side === 'mine' ? <Trans>changed by you</Trans> : <Trans>changed by them</Trans>;
}

/** Maximum edit distance in lines: beyond it the texts are unrelated, and diffing takes quadratic time. */
const MAX_CHANGED_LINES = 800;

type Side = 'mine' | 'theirs' | 'both';

/** One field that was changed since the record was opened. */
interface MergeField extends Sides {
  name: string;
  changedBy: Side;
  /** Both changes merged, if they do not overlap. */
  together: string | undefined;
}

/** The fields whose values differ between the two sides; identical changes need no choice. */
export function mergeFields(resource: Resource, base: FormValues, mine: FormValues, theirs: FormValues): MergeField[] {
  const [byMe, byThem] = [changedFieldNames(mine, base), changedFieldNames(theirs, base)];
  const differing = changedFieldNames(mine, theirs);
  return Object.keys(base)
    .filter((name) => differing.includes(name))
    .map((name) => {
      const sides = { base: base[name], mine: mine[name], theirs: theirs[name] };
      const isBoth = byMe.includes(name) && byThem.includes(name);
      const changedBy = isBoth ? 'both' : byMe.includes(name) ? 'mine' : 'theirs';
      return { name, ...sides, changedBy, together: isBoth ? mergeTexts(resource, name, sides) : undefined };
    });
}

/** Their values overlaid with the chosen sides. */
function mergeValues(
  fields: readonly MergeField[],
  theirs: FormValues,
  picks: Readonly<Record<string, Side>>,
): FormValues {
  const merged = { ...theirs };
  for (const { name, mine, together } of fields) {
    if (picks[name] === 'mine') merged[name] = mine;
    if (picks[name] === 'both') merged[name] = together;
  }
  return merged;
}

interface Sides {
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

function mergeTexts(resource: Resource, name: string, { base, mine, theirs }: Sides): string | undefined {
  const kind = resource.attributes[name]?.kind;
  if (kind !== 'text' && kind !== 'object') return undefined;
  if (typeof base !== 'string' || typeof mine !== 'string' || typeof theirs !== 'string') return undefined;
  const patch = structuredPatch(name, name, base, mine, undefined, undefined, {
    context: 1,
    maxEditLength: MAX_CHANGED_LINES,
  });
  const merged = patch !== undefined && applyPatch(theirs, patch);
  if (merged === false) return undefined;
  return kind === 'object' && parseJson(merged) === undefined ? undefined : merged;
}
