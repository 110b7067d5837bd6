import { Trans } from '@lingui/react/macro';
import { ArrowLeft } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { buttonClass } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';

/** Screen reader heading for narrow windows, where the list and its header are hidden. */
export function NarrowHeading() {
  return (
    <h1 className="sr-only md:hidden">
      <Trans>Draft</Trans>
    </h1>
  );
}

/** Back link for narrow windows, which show only the open draft, below their heading. */
export const WayBack = memo(function WayBack({ to, children }: { to: string; children: ReactNode }) {
  return (
    <>
      <NarrowHeading />
      <Link to={to} className={classNames(buttonClass({ kind: 'quiet' }), 'm-2 self-start md:hidden')}>
        <ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
        {children}
      </Link>
    </>
  );
});
