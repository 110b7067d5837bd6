import { Trans } from '@lingui/react/macro';
import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import { retryWithBackoff } from '#src/lib/delay.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { part } from '#src/ui/lazy-component.tsx';
import type { ColumnPanelProps } from './column-panel.tsx';

const ColumnPanel = part<ColumnPanelProps<never>>(
  async () => (await retryWithBackoff(() => import('./column-panel.tsx'))).ColumnPanel,
);

/** The button "Columns". Prefetches its panel on hover and focus. */
export function ColumnMenu<Data extends { id: string }>(props: Omit<ColumnPanelProps<Data>, 'trigger' | 'className'>) {
  const [isAsked, setAsked] = useState(false);
  const className = classNames(buttonClass({ kind: 'quiet' }), '[&>svg]:size-4');
  const words = (
    <>
      <Columns3 aria-hidden="true" />
      <span className="max-md:sr-only">
        <Trans>Columns</Trans>
      </span>
    </>
  );
  const button = (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded={false}
      className={className}
      onPointerEnter={() => void ColumnPanel.fetchCode().catch(() => undefined)}
      onFocus={() => void ColumnPanel.fetchCode().catch(() => undefined)}
      onClick={() => setAsked(true)}
    >
      {words}
    </button>
  );
  if (!isAsked) return button;
  // The lazy component is created once for tables of every record type.
  const panel = { ...props, trigger: words, className } as unknown as ColumnPanelProps<never>;
  return <ColumnPanel {...panel} standIn={button} />;
}
