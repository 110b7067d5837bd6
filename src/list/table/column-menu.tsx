import { Trans } from '@lingui/react/macro';
import { Columns3 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { buttonClass } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { lazyComponent } from '#src/ui/lazy-component.tsx';
import type { ColumnPanel, ColumnPanelProps } from './column-panel.tsx';

/** Hands the panel's component to `children`, as the lazy part is the same for tables of every record type. */
const LoadedPanel = lazyComponent<{ children: (Panel: typeof ColumnPanel) => ReactNode }>(async () => {
  const code = await import('./column-panel.tsx');
  return ({ children }) => children(code.ColumnPanel);
});

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
      onPointerEnter={LoadedPanel.preload}
      onFocus={LoadedPanel.preload}
      onClick={() => setAsked(true)}
    >
      {words}
    </button>
  );
  if (!isAsked) return button;
  return (
    <LoadedPanel fallback={button}>{(Panel) => <Panel {...props} trigger={words} className={className} />}</LoadedPanel>
  );
}
