import { useLingui } from '@lingui/react/macro';
import { SegmentedControl } from '#src/ui/segmented-control.tsx';
import type { DifferenceLayout } from './field-difference.tsx';

interface DifferenceLayoutControlProps {
  layout: DifferenceLayout;
  onChange: (layout: DifferenceLayout) => void;
}

/** Chooses the layout of diffs of long texts. */
export function DifferenceLayoutControl({ layout, onChange }: DifferenceLayoutControlProps) {
  const { t } = useLingui();
  return (
    <SegmentedControl
      label={t`Differences`}
      value={layout}
      segments={[
        { value: 'side-by-side', label: t`Side by side` },
        { value: 'inline', label: t`Inline` },
      ]}
      onChange={onChange}
      className="self-start"
    />
  );
}
