import { type PropsWithChildren, type ReactNode, type Ref, useId } from 'react';

/** A titled section of a side panel. */
export function FactSection({ ref, title, children }: PropsWithChildren<{ ref?: Ref<HTMLElement>; title: ReactNode }>) {
  const id = useId();
  return (
    <section ref={ref} aria-labelledby={id} className="pt-4">
      <h3 id={id} className="pb-1.5 font-semibold text-muted text-sm">
        {title}
      </h3>
      {children}
    </section>
  );
}
