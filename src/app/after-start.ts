import { OutboxStrip } from '#src/outbox/outbox-strip.tsx';
import { TooltipLayer } from '#src/ui/overlay/tooltip-layer.tsx';
import { FaviconCount, MineCount, ReviewCount, WatchCount } from './page-counts.tsx';
import { ViewLinks } from './view-links.tsx';

/** Parts of the shell that load right after the first screen. In one chunk, because many small ones take longer. */
export const shellAfterStart = {
  FaviconCount,
  MineCount,
  OutboxStrip,
  ReviewCount,
  TooltipLayer,
  ViewLinks,
  WatchCount,
};
