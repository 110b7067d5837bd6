import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { SegmentedControl } from '#src/ui/form/segmented-control.tsx';
import { BlockedContentNotice } from './blocked-content-notice.tsx';
import { type ClientCode, PreviewFrame, type PreviewLook } from './preview-frame.tsx';

export function LivePreview() {
  const { t } = useLingui();
  const [look, setLook] = useState<PreviewLook>({
    width: 'phone',
    scheme: 'light',
    direction: 'ltr',
    audience: 'embedded',
  });
  const change = (part: Partial<PreviewLook>) => setLook({ ...look, ...part });
  // Deferred, so that typing stays responsive.
  const code = useDeferredValue(useClientCode());
  return (
    <section aria-label={t`Preview`} className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-2 border-line border-b px-3 py-2">
        <SegmentedControl
          label={t`Width`}
          value={look.width}
          segments={[
            { value: 'phone', label: t`Phone` },
            { value: 'desktop', label: t`Desktop` },
          ]}
          onChange={(width) => change({ width })}
        />
        <SegmentedControl
          label={t`Colours`}
          value={look.scheme}
          segments={[
            { value: 'light', label: t`Light` },
            { value: 'dark', label: t`Dark` },
          ]}
          onChange={(scheme) => change({ scheme })}
        />
        <SegmentedControl
          label={t`Direction`}
          value={look.direction}
          segments={[
            { value: 'ltr', label: <abbr title={t`Left to right`}>LTR</abbr> },
            { value: 'rtl', label: <abbr title={t`Right to left`}>RTL</abbr> },
          ]}
          onChange={(direction) => change({ direction })}
        />
        <SegmentedControl
          label={t`Seen by`}
          value={look.audience}
          segments={[
            { value: 'embedded', label: <Trans>Embedded</Trans> },
            { value: 'guest', label: <Trans>Guest</Trans> },
          ]}
          onChange={(audience) => change({ audience })}
        />
      </div>
      <PreviewStage width={look.width}>
        <PreviewFrame code={code} look={look} />
      </PreviewStage>
      <BlockedContentNotice code={code} />
    </section>
  );
}

function useClientCode(): ClientCode {
  const [html, css, guestCss] = useWatch({
    name: ['default_embedded_html', 'default_embedded_css', 'default_guest_css'],
  });
  return useMemo(() => ({ html: text(html), css: text(css), guestCss: text(guestCss) }), [html, css, guestCss]);
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

const PIXELS = { phone: 390, desktop: 1280 } as const;

/** Container with the viewport width of a phone or a desktop, scaled down to fit. */
function PreviewStage({ width, children }: { width: PreviewLook['width']; children: ReactNode }) {
  const [room, setRoom] = useState({ width: 0, height: 0 });
  const measure = useCallback((stage: HTMLDivElement) => {
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setRoom({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(stage);
    return () => observer.disconnect();
  }, []);
  const scale = room.width > 0 ? Math.min(1, room.width / PIXELS[width]) : 1;
  const left = Math.max(0, (room.width - PIXELS[width] * scale) / 2);
  return (
    <div className="min-h-0 flex-1 bg-canvas p-3">
      <div ref={measure} dir="ltr" className="relative size-full min-h-60 overflow-hidden">
        <div
          className="absolute top-0 origin-top-left overflow-hidden border border-line bg-surface"
          style={{ left, width: PIXELS[width], height: room.height / scale, transform: `scale(${scale})` }}
        >
          {children}
        </div>
      </div>
    </div>
  );
}
