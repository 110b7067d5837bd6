import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#src/ui/class-names.ts';
import { Dialog, type DialogProps } from './dialog.tsx';

/** A modal dialog at the bottom of the window, in reach of a thumb; a tap beside it closes it. */
export function Sheet({ children, ...props }: Omit<DialogProps, 'width' | 'role' | 'className'>) {
  return (
    <Dialog {...props} isSheet>
      <div className="pb-[max(0.5rem,env(safe-area-inset-bottom))]">{children}</div>
    </Dialog>
  );
}

/** Class of a row of a sheet: a button or a link. */
export const sheetRowClass =
  'ring-inside flex min-h-11 w-full items-center gap-3 px-4 py-2 text-start text-lg hover:bg-hover active:bg-pressed aria-disabled:pointer-events-none aria-disabled:opacity-50 [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:text-muted';

/** A row with an action. */
export function SheetRow({ className, ...props }: ComponentProps<'button'>) {
  return <button type="button" {...props} className={classNames(sheetRowClass, className)} />;
}

/** Rows that belong together, below a hairline. */
export function SheetGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="border-line border-t py-1">
      {children}
    </ul>
  );
}
