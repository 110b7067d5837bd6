import { Trans } from '@lingui/react/macro';
import type { Draft } from '#src/domain/drafts/draft.ts';
import { useMarkRead } from '#src/domain/drafts/use-mark-read.ts';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { Button } from '#src/ui/button.tsx';

/** Marks a verdict as read, for users who may do so from the review page. */
export function MarkRead({ draft }: { draft: Draft }) {
  const markRead = useMarkRead();
  const mark = () => markRead(draft);
  useShortcuts({ m: mark });
  return (
    <div className="px-4 pb-3">
      <Button shortcut="m" onClick={mark}>
        <Trans>Mark read</Trans>
      </Button>
    </div>
  );
}
