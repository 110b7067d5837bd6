import type { ComponentProps } from 'react';
import { hrefOf } from '#src/lib/place.ts';
import { isPlainClick } from '#src/router/plain-click.ts';
import { follow, type NavigateOptions, pathOf, type To } from './router.ts';
import { useLocation } from './use-location.ts';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'>, NavigateOptions {
  to: To;
}

/** A link within the dashboard. It is not drawn anew when the address changes, unless it leads on from that. */
export function Link({ to, replace, state, onClick, ...rest }: LinkProps) {
  const path = useLocation(() => pathOf(to));
  return (
    <a
      {...rest}
      href={hrefOf(path)}
      onClick={(event) => {
        onClick?.(event);
        if (!isPlainClick(event)) return;
        event.preventDefault();
        follow(path, { replace, state });
      }}
    />
  );
}
