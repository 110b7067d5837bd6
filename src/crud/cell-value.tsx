import { Trans } from '@lingui/react/macro';
import type { Attribute } from '#contract/attribute.ts';
import { RelativeTime } from '#src/ui/relative-time.tsx';
import { Truncated } from '#src/ui/truncated.tsx';

/** A record's value in one line, formatted by the kind of its attribute. */
export function CellValue({ attribute, value }: { attribute: Attribute | undefined; value: unknown }) {
  if (value === null || value === undefined || value === '') return <span className="text-faint">–</span>;
  if (typeof value === 'boolean') return value ? <Trans>Yes</Trans> : <Trans>No</Trans>;
  if (attribute?.kind === 'unix' && typeof value === 'number') return <RelativeTime unix={value} />;
  return <Truncated text={typeof value === 'string' ? value : JSON.stringify(value)} />;
}
