import { Trans } from '@lingui/react/macro';
import type { RefObject } from 'react';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { Button } from '#src/ui/button.tsx';
import { Skeleton } from '#src/ui/feedback/placeholder.tsx';

const NEAR_TOP_PX = 240;

/** Whether a conversation is scrolled near its oldest message. With `column-reverse`, `scrollTop` is negative. */
export const isNearTop = ({ scrollTop, scrollHeight, clientHeight }: HTMLElement): boolean =>
  scrollHeight + scrollTop - clientHeight < NEAR_TOP_PX;

const shapes = ['w-56', 'w-72 self-end', 'w-64', 'w-40', 'w-80 self-end'];

export function ConversationSkeleton() {
  return (
    <div role="status" className="flex min-h-80 flex-1 flex-col justify-end gap-4 px-4 py-4 lg:min-h-0">
      <span className="sr-only">
        <Trans>Loading conversation…</Trans>
      </span>
      {shapes.map((shape) => (
        <div key={shape} className={`flex max-w-[88%] flex-col gap-2 rounded-[10px] bg-hover px-3 py-3 ${shape}`}>
          <Skeleton className="w-full" />
          <Skeleton className="w-1/2" />
        </div>
      ))}
    </div>
  );
}

export function OlderMessagesButton({ busy, onClick }: { busy: boolean; onClick: () => void }) {
  return (
    // Exclude the button from scroll anchoring, or the browser pins it while older messages load below it.
    <div className="flex justify-center pt-3 [overflow-anchor:none]">
      <Button size="small" busy={busy} onClick={onClick}>
        <Trans>Show older messages</Trans>
      </Button>
    </div>
  );
}

/** Share of the height that a key press scrolls; the overlap helps the reader keep the place. */
const STEP = 0.85;

/** Space and the page keys scroll an element, wherever the focus is outside controls. */
export function useScrollKeys(scroller: RefObject<HTMLElement | null>): void {
  const scroll = (direction: 1 | -1) => {
    const { current } = scroller;
    if (current) current.scrollTop += direction * STEP * current.clientHeight;
  };
  useShortcuts({
    ' ': ({ shiftKey }) => scroll(shiftKey ? -1 : 1),
    PageDown: () => scroll(1),
    PageUp: () => scroll(-1),
  });
}
