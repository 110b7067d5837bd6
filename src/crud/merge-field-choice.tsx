import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Resource } from '#contract/resource.ts';
import { SegmentedControl } from '#src/ui/segmented-control.tsx';
import { type DifferenceLayout, FieldDifference } from './field-difference.tsx';
import { humanise } from './humanise.ts';
import type { MergeField, Side } from './merge-fields.ts';
import { useRecordFormContext } from './record-form-context.ts';

interface MergeFieldChoiceProps {
  resource: Resource;
  field: MergeField;
  pick: Side | undefined;
  layout: DifferenceLayout;
  onPick: (side: Side) => void;
}

/** One conflicting field: each side's change, and which to keep. */
export function MergeFieldChoice({ resource, field, pick, layout, onPick }: MergeFieldChoiceProps) {
  const { t } = useLingui();
  const { labels } = useRecordFormContext();
  const { name, base, changedBy, together } = field;
  const spoken = humanise(name);
  const said = labels.get(name) ?? spoken;
  const segments = [
    { value: 'mine' as const, label: t`Yours` },
    { value: 'theirs' as const, label: t`Theirs` },
    ...(together === undefined ? [] : [{ value: 'both' as const, label: t`Both` }]),
  ];
  const change = (side: 'mine' | 'theirs', title: ReactNode) => (
    <div>
      <h4 className="text-muted text-sm">{title}</h4>
      <FieldDifference
        attribute={resource.attributes[name]}
        label={`${spoken}, ${side === 'mine' ? t`yours` : t`theirs`}`}
        before={base}
        after={field[side]}
        layout={layout}
      />
    </div>
  );
  return (
    <section aria-label={spoken} className="flex flex-col gap-2 border-line border-t pt-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">
          {said} <span className="font-normal text-muted text-sm">{whoChanged(changedBy)}</span>
        </h3>
        {/* No side is preselected. */}
        <SegmentedControl<Side | ''>
          label={t`Keep of ${spoken}`}
          value={pick ?? ''}
          segments={segments}
          onChange={(side) => side !== '' && onPick(side)}
        />
      </div>
      {changedBy !== 'theirs' && change('mine', <Trans>What you changed</Trans>)}
      {changedBy !== 'mine' && change('theirs', <Trans>What they changed</Trans>)}
    </section>
  );
}

function whoChanged(side: Side): ReactNode {
  if (side === 'both') return <Trans>changed by both of you</Trans>;
  return side === 'mine' ? <Trans>changed by you alone</Trans> : <Trans>changed by them alone</Trans>;
}
