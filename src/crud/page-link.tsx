import type { ComponentProps } from 'react';
import { usePages } from './address.ts';
import { isPlainClick } from './plain-click.ts';

interface PageLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  /** A path of the dashboard, with its query. */
  to: string;
}

/** A link that is not drawn anew when the address changes, for what stays in sight while it does. */
export function PageLink({ to, ...rest }: PageLinkProps) {
  const { hrefOf, follow } = usePages();
  return (
    <a
      {...rest}
      href={hrefOf(to)}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        follow(to);
      }}
    />
  );
}
