import { type ReactNode, useId } from 'react';

/** A titled section of a draft's facts. */
export function FactSection({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="pt-4">
      <h3 id={id} className="pb-1.5 font-semibold text-muted text-sm">
        {title}
      </h3>
      {children}
    </section>
  );
}
