import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { PreviewLook } from './compose-page.ts';

const PIXELS = { phone: 390, desktop: 1280 } as const;

/** Container with the viewport width of a phone or a desktop, scaled down to fit. */
export function PreviewStage({ width, children }: { width: PreviewLook['width']; children: ReactNode }) {
  const stage = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useEffect(() => {
    if (!stage.current || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setRoom({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(stage.current);
    return () => observer.disconnect();
  }, []);
  const scale = room.width > 0 ? Math.min(1, room.width / PIXELS[width]) : 1;
  const left = Math.max(0, (room.width - PIXELS[width] * scale) / 2);
  return (
    <div className="min-h-0 flex-1 bg-canvas p-3">
      <div ref={stage} dir="ltr" className="relative size-full min-h-60 overflow-hidden">
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
