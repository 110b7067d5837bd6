import { Fragment, type ReactNode } from 'react';
import { classNames } from '#src/ui/class-names.ts';

/** A description list: names in a muted column, values beside them. */
export function KeyValueList({
  facts,
  className,
}: {
  facts: readonly { name: string; value: ReactNode }[];
  className?: string;
}) {
  return (
    <dl className={classNames('grid grid-cols-[minmax(6rem,max-content)_minmax(0,1fr)] gap-x-4 gap-y-1.5', className)}>
      {facts.map(({ name, value }) => (
        <Fragment key={name}>
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0">{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
