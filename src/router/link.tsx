import type { ComponentProps } from 'react';
import { hrefOf } from '#src/lib/place.ts';
import { isPlainClick } from './plain-click.ts';
import { follow, type NavigateOptions } from './router.ts';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'>, NavigateOptions {
  /** A path of the dashboard, with its query. */
  to: string;
}

/** A link within the dashboard. It follows no address, so that lists of them are not drawn anew when that changes. */
export function Link({ to, replace, state, onClick, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      href={hrefOf(to)}
      onClick={(event) => {
        onClick?.(event);
        if (!isPlainClick(event)) return;
        event.preventDefault();
        follow(to, { replace, state });
      }}
    />
  );
}
