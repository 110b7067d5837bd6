import { type ReactNode, useId } from 'react';

/** Titled section of the room page. */
export function RoomSection({ title, aside, children }: { title: ReactNode; aside?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col pb-3">
      <div className="flex h-10 items-center justify-between gap-2 px-4">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      <div className="px-4">{children}</div>
    </section>
  );
}
