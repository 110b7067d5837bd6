import { type ReactNode, useId } from 'react';

/** Titled group of settings. */
export function SettingsSection({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-8 gap-y-3 border-line border-b px-4 py-5 last:border-b-0 md:grid-cols-[10rem_minmax(0,var(--container-dialog))]"
    >
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      <div className="flex flex-col gap-4">{children}</div>
    </section>
  );
}
