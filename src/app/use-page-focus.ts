import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';
import { lastAction } from '#src/lib/router.ts';
import { announce } from '#src/ui/announcer.tsx';
import { PAGE_TITLE_ID } from '#src/ui/page-header.tsx';

/**
 * Keeps the focus in the page: where what had it is gone, the page's main part takes it, rather than the top of the
 * window. At another page either that says where one is, or, where the focus stayed in the navigation, the announcer.
 */
export function usePageFocus(): void {
  useEffect(keepFocus, []);
  useEffect(() => {
    // From the sign-in, whose form is gone; a page that was loaded begins at its top.
    if (lastAction() !== 'POP') focusMain();
  }, []);
  const section = useLocation().pathname.split('/')[1];
  const tell = useEffectEvent(() => {
    const hasFocus = document.querySelector('nav a:focus') !== null;
    const title = document.getElementById(PAGE_TITLE_ID)?.textContent;
    if (hasFocus && title) announce(title);
  });
  useEffect(() => {
    if (section) tell();
  }, [section]);
}

function keepFocus(): () => void {
  let last: EventTarget | null = null;
  let frame = 0;
  const note = ({ target }: FocusEvent) => {
    last = target;
  };
  const look = () => {
    if (document.activeElement !== document.body || !(last instanceof Element) || last.isConnected) return;
    // Whoever took it away may be about to give the focus to something else.
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(focusMain);
  };
  const changes = new MutationObserver(look);
  changes.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', note);
  return () => {
    changes.disconnect();
    cancelAnimationFrame(frame);
    document.removeEventListener('focusin', note);
  };
}

function focusMain(): void {
  if (document.activeElement === document.body) document.querySelector('main')?.focus({ preventScroll: true });
}
