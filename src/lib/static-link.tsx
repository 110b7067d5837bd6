import type { ComponentProps, MouseEvent } from 'react';
import { hrefOf } from './base-path.ts';
import { currentSearch, followPath } from './router.ts';

interface StaticLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  /** An absolute path of the dashboard, or a function that makes it of the page's query. */
  to: string | ((search: string) => string);
  /** The query that is shown, if `to` is a function. A click uses the current one, which may be ahead. */
  search?: string;
}

/** A link around a list. `Link` resolves its target against the location, and so re-renders on every navigation. */
export function StaticLink({ to, search = '', ...props }: StaticLinkProps) {
  const target = (query: string) => (typeof to === 'string' ? to : to(query));
  const follow = onPlainClick(() => void followPath(target(currentSearch())));
  return <a {...props} href={hrefOf(target(search))} onClick={follow} />;
}

/** A click handler that acts instead of the link, except where the browser opens it in another tab. */
export const onPlainClick = (act: () => void) => (event: MouseEvent) => {
  if (!isPlainClick(event)) return;
  event.preventDefault();
  act();
};

/** Whether a click on a link navigates in this tab: primary button, no modifier keys. */
export const isPlainClick = ({ button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented }: MouseEvent): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey && !defaultPrevented;
