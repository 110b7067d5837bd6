import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import { classNames } from '#src/ui/class-names.ts';
import { type ClientCode, composePage, type PreviewLook } from './compose-page.ts';
import previewDocument from './preview-document.html?url&no-inline';

const PAUSE_MS = 150;
/** Making a page of long texts keeps a slow machine busy, so it waits until nobody types. */
const LONG = { characters: 50_000, pauseMs: 500 };

/** How far a key scrolls, in pixels of the page. */
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
 * Shows a page that came from elsewhere. It runs nothing and reaches nothing: the frame is of no origin, its document
 * carries a policy of its own, and nothing is ever taken from it.
 */
export function PreviewFrame({ title, code, look }: PreviewFrameProps) {
  const { t } = useLingui();
  const { scheme } = look;
  const frame = useRef<HTMLIFrameElement>(null);
  // A frame of no origin cannot be addressed by one.
  const tell = (message: object) => frame.current?.contentWindow?.postMessage(message, '*');
  const show = useEffectEvent(() => tell({ page: composePage(code, look), scheme }));
  const scroll = (event: KeyboardEvent) => {
    const turn = TURNS[event.key];
    if (turn === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    tell({ turn });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown is read when the pause is over.
  useEffect(() => {
    const length = code.html.length + code.css.length + code.guestCss.length;
    const timer = setTimeout(show, length > LONG.characters ? LONG.pauseMs : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [code, look]);
  return (
    // What scrolls must be reached by keys, but the focus would be lost in a frame that is made anew while one types.
    <section
      aria-label={t`The page; arrow keys scroll it`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
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
        // A page without a background stands on the browser's own, whatever the dashboard's is.
        className={classNames('block size-full bg-[Canvas]', scheme === 'dark' ? 'scheme-dark' : 'scheme-light')}
      />
    </section>
  );
}
