import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import { classNames } from '#src/ui/class-names.ts';
import { type ClientCode, composePage, type PreviewLook } from './compose-page.ts';
import previewDocument from './preview-document.html?url&no-inline';

const PAUSE_MS = 150;
/** Composing a large page is slow, so large pages use a longer debounce. */
const LONG = { characters: 50_000, pauseMs: 500 };

/** Scroll distance per key, in pixels of the page. */
const TURNS: Readonly<Record<string, number>> = {
  ArrowDown: 40,
  ArrowUp: -40,
  PageDown: 500,
  PageUp: -500,
  End: 1e6,
  Home: -1e6,
};

interface PreviewFrameProps {
  title: string;
  code: ClientCode;
  look: PreviewLook;
}

/**
 * Shows untrusted HTML. The iframe is sandboxed with an opaque origin, its document has its own
 * Content-Security-Policy, and no message from it is ever read.
 */
export function PreviewFrame({ title, code, look }: PreviewFrameProps) {
  const { t } = useLingui();
  const { scheme } = look;
  const frame = useRef<HTMLIFrameElement>(null);
  // A sandboxed frame has an opaque origin, so no specific target origin is possible.
  const tell = (message: object) => frame.current?.contentWindow?.postMessage(message, '*');
  const show = useEffectEvent(() => tell({ page: composePage(code, look), scheme }));
  const scroll = (event: KeyboardEvent) => {
    const turn = TURNS[event.key];
    if (turn === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    tell({ turn });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `show` reads the latest values when the debounce ends.
  useEffect(() => {
    const length = code.html.length + code.css.length + code.guestCss.length;
    const timer = setTimeout(show, length > LONG.characters ? LONG.pauseMs : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [code, look]);
  return (
    // Scrolling must work by keyboard, but a frame that reloads while the user types would lose focus.
    <section
      aria-label={t`The page; arrow keys scroll it`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be keyboard accessible.
      tabIndex={0}
      onKeyDown={scroll}
      className="ring-inside size-full"
    >
      <iframe
        ref={frame}
        title={title}
        src={previewDocument}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        tabIndex={-1}
        onLoad={() => show()}
        // A page without a background shows the browser's default one, whatever the dashboard's theme.
        className={classNames('block size-full bg-[Canvas]', scheme === 'dark' ? 'scheme-dark' : 'scheme-light')}
      />
    </section>
  );
}
