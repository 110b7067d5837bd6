import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Attribute } from '#contract/attribute.ts';
import { SkeletonRows } from '#src/ui/feedback/placeholder.tsx';
import { SegmentedControl } from '#src/ui/form/segmented-control.tsx';
import { lazyComponent } from '#src/ui/lazy-component.tsx';

export type DiffLayout = 'side-by-side' | 'inline';

const CodeDifference = lazyComponent(
  async () => (await import('#src/ui/code-editor/code-difference.tsx')).CodeDifference,
);

interface FieldDifferenceProps {
  /** Undefined for a link. */
  attribute: Attribute | undefined;
  /** Accessible label of the texts. */
  label: string;
  before: unknown;
  after: unknown;
  layout: DiffLayout;
}

/** Diff of one input's value: inline for a short one, line by line for a long text. */
export function FieldDiff({ attribute, label, before, after, layout }: FieldDifferenceProps) {
  const [from, to] = [asText(before), asText(after)];
  const isLong = attribute?.kind === 'text' || attribute?.kind === 'object' || attribute?.kind === 'list';
  if (!isLong) {
    return (
      <p className="wrap-anywhere">
        {from !== '' && <del dir="auto">{from}</del>} {to !== '' && <ins dir="auto">{to}</ins>}
      </p>
    );
  }
  const language = attribute.kind === 'text' ? attribute.language : 'json';
  return (
    <CodeDifference
      label={label}
      language={language}
      before={from}
      after={to}
      layout={layout}
      fallback={<SkeletonRows rows={3} />}
    />
  );
}

/** Side by side in wide windows, until the user chooses. */
export function useDiffLayout() {
  return useState<DiffLayout>(() => (globalThis.matchMedia?.('(width >= 60rem)').matches ? 'side-by-side' : 'inline'));
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

interface DifferenceLayoutControlProps {
  layout: DiffLayout;
  onChange: (layout: DiffLayout) => void;
}

/** Chooses the layout of diffs of long texts. */
export function DiffLayoutControl({ layout, onChange }: DifferenceLayoutControlProps) {
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
