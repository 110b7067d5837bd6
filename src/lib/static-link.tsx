import type { ComponentProps, MouseEvent } from 'react';
import { hrefOf } from './base-path.ts';
import { followPath } from './router.ts';

interface StaticLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  /** An absolute path of the dashboard. */
  to: string;
}

/** A link around a list. `Link` resolves its target against the location, and so re-renders on every navigation. */
export function StaticLink({ to, ...props }: StaticLinkProps) {
  const follow = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    void followPath(to);
  };
  return <a {...props} href={hrefOf(to)} onClick={follow} />;
}

/** Whether a click on a link navigates in this tab: primary button, no modifier keys. */
export const isPlainClick = ({ button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented }: MouseEvent): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey && !defaultPrevented;
