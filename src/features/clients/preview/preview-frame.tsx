import { useEffect, useEffectEvent, useRef } from 'react';
import previewDocument from './preview-document.html?url&no-inline';

const PAUSE_MS = 150;

interface PreviewFrameProps {
  title: string;
  /** A whole page, as `composePage` makes it. */
  page: string;
  scheme: 'light' | 'dark';
}

/**
 * Shows a page that came from elsewhere. It runs nothing and reaches nothing: the frame is of no origin, its document
 * carries a policy of its own, and nothing is ever taken from it.
 */
export function PreviewFrame({ title, page, scheme }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const show = useEffectEvent(() => {
    // A frame of no origin cannot be addressed by one.
    frame.current?.contentWindow?.postMessage({ page, scheme }, '*');
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown is read when the pause is over.
  useEffect(() => {
    const timer = setTimeout(show, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [page, scheme]);
  return (
    <iframe
      ref={frame}
      title={title}
      src={previewDocument}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      // The next key press belongs to the dashboard, also while the preview is being made.
      tabIndex={-1}
      onLoad={() => show()}
      className={scheme === 'dark' ? 'block size-full scheme-dark' : 'block size-full scheme-light'}
    />
  );
}
