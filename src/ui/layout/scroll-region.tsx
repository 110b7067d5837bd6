import type { ComponentProps } from 'react';

/** A section that scrolls: it takes the focus, so that the keyboard can scroll it (WCAG 2.1.1). */
export function ScrollRegion(props: ComponentProps<'section'> & { 'aria-label': string }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: without the focus, the keyboard could not scroll it.
  return <section tabIndex={0} {...props} />;
}
