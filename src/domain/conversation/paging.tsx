import { Trans, useLingui } from '@lingui/react/macro';
import type { RefObject } from 'react';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { formatLastUpdated } from './format-time.ts';

const NEAR_TOP_PX = 240;

/** Whether a conversation is scrolled near its oldest message. With `column-reverse`, `scrollTop` is negative. */
export const isNearTop = ({ scrollTop, scrollHeight, clientHeight }: HTMLElement): boolean =>
  scrollHeight + scrollTop - clientHeight < NEAR_TOP_PX;

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

/** Says that the conversation could not be refetched. `updatedAt` is in milliseconds since 1970. */
export function StaleConversationNotice({ updatedAt, onRetry }: { updatedAt: number; onRetry: () => void }) {
  const { t } = useLingui();
  return (
    <Notice
      tone="warn"
      mark={t`Not up to date`}
      action={
        <Button size="small" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      <Trans>Showing the conversation as of {{ time: formatLastUpdated(updatedAt) }}.</Trans>
    </Notice>
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
