import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useDebounced } from '#src/lib/hooks/use-debounced.ts';
import { classNames } from '#src/ui/class-names.ts';
import { ScrollRegion } from '#src/ui/layout/scroll-region.tsx';
import previewDocument from './preview-document.html?url&no-inline';

const PAUSE_MS = 150;
/** Composing a large page is slow, so large pages use a longer debounce. */
const LONG = { characters: 50_000, pauseMs: 500 };

/** Scroll distance per key, in pixels of the page. */
const SCROLL_STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 40,
  ArrowUp: -40,
  PageDown: 500,
  PageUp: -500,
  End: 1e6,
  Home: -1e6,
};

/**
 * Shows untrusted HTML. The iframe is sandboxed with an opaque origin, its document has its own
 * Content-Security-Policy, and no message from it is ever read.
 */
export function PreviewFrame({ code, look }: { code: ClientCode; look: PreviewLook }) {
  const { t } = useLingui();
  const frame = useRef<HTMLIFrameElement>(null);
  const scroll = (event: KeyboardEvent) => {
    const turn = SCROLL_STEPS[event.key];
    if (turn === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    postToFrame(frame.current, { turn });
  };
  const length = code.html.length + code.css.length + code.guestCss.length;
  const settled = useDebounced(code, length > LONG.characters ? LONG.pauseMs : PAUSE_MS);
  useEffect(() => void show(frame.current, settled, look), [settled, look]);
  return (
    // Scrolling must work by keyboard, but a frame that reloads while the user types would lose focus.
    <ScrollRegion
      aria-label={t`Page preview; scroll with the arrow keys`}
      onKeyDown={scroll}
      className="ring-inside size-full"
    >
      <iframe
        ref={frame}
        title={t`Client preview`}
        src={previewDocument}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        tabIndex={-1}
        onLoad={({ currentTarget }) => show(currentTarget, code, look)}
        // A page without a background shows the browser's default one, whatever the dashboard's theme.
        className={classNames('block size-full bg-[Canvas]', look.scheme === 'dark' ? 'scheme-dark' : 'scheme-light')}
      />
    </ScrollRegion>
  );
}

const show = (frame: HTMLIFrameElement | null, code: ClientCode, look: PreviewLook) =>
  postToFrame(frame, { page: composePage(code, look), scheme: look.scheme });

/** A sandboxed frame has an opaque origin, so no specific target origin is possible. */
const postToFrame = (frame: HTMLIFrameElement | null, message: object) =>
  frame?.contentWindow?.postMessage(message, '*');

export interface PreviewLook {
  width: 'phone' | 'desktop';
  scheme: 'light' | 'dark';
  direction: 'ltr' | 'rtl';
  /** Embedded in a customer's site, or on a standalone page with the guest CSS on top. */
  audience: 'embedded' | 'guest';
}

/** The client's own code, including unsaved edits. */
export interface ClientCode {
  html: string;
  css: string;
  guestCss: string;
}

/** Builds the preview page from the client's code. Does not sanitize: only `PreviewFrame` may render the result. */
function composePage({ html, css, guestCss }: ClientCode, look: PreviewLook): string {
  const styles = [`:root { color-scheme: ${look.scheme} }`, css, ...(look.audience === 'guest' ? [guestCss] : [])];
  const head = styles.map((text) => `<style>${insideStyle(text)}</style>`).join('');
  const page = `<!doctype html><html lang="en" dir="${look.direction}"><head>${head}</head><body>${html}</body></html>`;
  return page.replace(PREFERENCE, (_, scheme: string) =>
    scheme.toLowerCase() === look.scheme ? '(min-width: 0)' : '(max-width: 0)',
  );
}

/** An iframe takes `prefers-color-scheme` from the browser, so the media query is replaced in the text. */
const PREFERENCE = /\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/gi;

/** Only `</style` ends a style element; CSS can escape the slash without changing its meaning. */
const insideStyle = (css: string) => css.replace(/<\/(?=style)/gi, '<\\/');
