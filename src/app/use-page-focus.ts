import { useLocation } from 'react-router';
import { listen } from '#src/lib/listen.ts';
import { lastAction } from '#src/lib/router.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { announce } from '#src/ui/feedback/announcer.tsx';
import { PAGE_TITLE_ID } from '#src/ui/layout/page-header.tsx';

/**
 * Focus management, as the ref of `main`. When the focused element is removed, `main` gets the focus instead of the
 * document, so that screen readers announce the new page.
 */
export function keepPageFocus(): () => void {
  const stop = keepFocus();
  // After a client-side sign-in the form is gone; after a page load the focus starts at the top.
  if (lastAction() !== 'POP') focusMain();
  return stop;
}

/** Announces the new page in a live region if the focus stayed in the navigation. */
export function useAnnouncedPage(): void {
  const section = useLocation().pathname.split('/')[1];
  useAfterChange(section || undefined, () => {
    const hasFocus = document.querySelector('nav :is(a, button):focus') !== null;
    const title = document.getElementById(PAGE_TITLE_ID)?.textContent;
    if (hasFocus && title) announce(title);
  });
}

function keepFocus(): () => void {
  let last: EventTarget | null = null;
  let frame = 0;
  const note = ({ target }: FocusEvent) => {
    last = target;
  };
  const look = () => {
    if (document.activeElement !== document.body || !(last instanceof Element) || last.isConnected) return;
    // Wait a frame: the code that removed the element may set the focus itself.
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(focusMain);
  };
  const changes = new MutationObserver(look);
  changes.observe(document.body, { childList: true, subtree: true });
  const stop = listen(document, 'focusin', note);
  return () => {
    changes.disconnect();
    cancelAnimationFrame(frame);
    stop();
  };
}

function focusMain(): void {
  if (document.activeElement === document.body) document.querySelector('main')?.focus({ preventScroll: true });
}
