import { Trans, useLingui } from '@lingui/react/macro';
import { Maximize2, Minimize2 } from 'lucide-react';
import { Link } from 'react-router';
import { useBreakpoint } from '#src/lib/use-window-width.ts';
import { CopyLink } from '#src/page/copy-link.tsx';
import { paths } from '#src/paths.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import type { DraftContext } from './draft-facts.tsx';
import { VisitorSummary } from './visitor-facts.tsx';

interface DraftBriefProps {
  about: DraftContext;
  isFocused: boolean;
  toggleFocus: () => void;
}

/** Shown after the room name: the visitor in a few words, “Copy link”, a link to the room, and the focus button. */
export function DraftHeader({ about: { draft, room }, isFocused, toggleFocus }: DraftBriefProps) {
  const { t } = useLingui();
  const isWide = useBreakpoint()('lg');
  const roomId = draft.one.room?.id;
  const FocusIcon = isFocused ? Minimize2 : Maximize2;
  return (
    <>
      {/* A narrower window shows this in the line of `DraftFacts`. */}
      {isWide && (
        <span className="flex min-w-0 flex-1 overflow-hidden whitespace-pre text-muted text-sm">
          <VisitorSummary room={room} />
        </span>
      )}
      <span className="ms-auto flex shrink-0 items-center gap-1">
        <CopyLink path={paths.draft(draft.id)} />
        {roomId !== undefined && (
          <Link to={paths.room(roomId)} className={buttonClass({ kind: 'quiet' })}>
            <Trans>Open room</Trans>
          </Link>
        )}
        <IconButton
          label={isFocused ? t`Exit focus mode` : t`Focus mode`}
          shortcut="f"
          className="max-md:hidden"
          onClick={toggleFocus}
        >
          <FocusIcon aria-hidden="true" />
        </IconButton>
      </span>
    </>
  );
}
