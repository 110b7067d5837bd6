import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Decision } from '#src/api/decision.ts';
import { Button } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { thumbBar } from '#src/ui/layout/thumb-bar.ts';

interface PhoneSelectionProps {
  count: number;
  onDecide: (kind: Decision['kind']) => void;
  onCancel: () => void;
  /** Further buttons of the header. */
  children: ReactNode;
}

/** While rows of the queue are selected in a narrow window: the header above them, and the thumb bar below them. */
export function PhoneSelection({ count, onDecide, onCancel, children }: PhoneSelectionProps) {
  const { t, i18n } = useLingui();
  const number = i18n.number(count);
  return (
    <>
      <header className="order-first flex h-13 shrink-0 items-center gap-2 border-line border-b px-1">
        <Button kind="quiet" className="h-11!" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <h2 className="min-w-0 flex-1 truncate text-center font-semibold">
          <Plural value={count} one="# selected" other="# selected" />
        </h2>
        {children}
      </header>
      <section aria-label={t`Selected drafts`} className={classNames('order-last', thumbBar)}>
        <Button onClick={() => onDecide('reject')}>
          <Trans>Reject {number}</Trans>
        </Button>
        <Button kind="primary" onClick={() => onDecide('approve')}>
          <Trans>Approve {number}</Trans>
        </Button>
      </section>
    </>
  );
}
