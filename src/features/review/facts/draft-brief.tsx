import { SelectOrdinal, Trans, useLingui } from '@lingui/react/macro';
import { Maximize2, Minimize2 } from 'lucide-react';
import { Link } from 'react-router';
import { ClientName } from '#src/domain/rooms/room-visitor.tsx';
import { useWindowWidth } from '#src/lib/use-window-width.ts';
import { CopyLink } from '#src/page/copy-link.tsx';
import { paths } from '#src/paths.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import type { AboutDraft } from './about-draft.ts';
import { useVisitor, type Visitor } from './use-visitor.ts';

interface DraftBriefProps {
  about: AboutDraft;
  isFocused: boolean;
  toggleFocus: () => void;
}

/** Shown after the room name: the visitor in a few words, “Copy link”, a link to the room, and the focus button. */
export function DraftBrief({ about: { draft, room }, isFocused, toggleFocus }: DraftBriefProps) {
  const { t } = useLingui();
  const isWide = useWindowWidth()('lg');
  const visitor = useVisitor(room);
  const roomId = draft.one.room?.id;
  const FocusIcon = isFocused ? Minimize2 : Maximize2;
  return (
    <>
      {/* A narrower window shows this in the line of `DraftFacts`. */}
      {isWide && (
        <span className="min-w-0 flex-1 truncate text-muted text-sm">
          <VisitorWords visitor={visitor} />
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

/** "● Gannet Air & Ferries · English · 4th visit". */
export function VisitorWords({ visitor: { client, language, visits } }: { visitor: Visitor }) {
  const { starts, isComplete } = visits;
  const words = [
    client && <ClientName key="client" {...client} />,
    language && (
      <span key="language" dir="auto">
        {language}
      </span>
    ),
    isComplete && starts.length > 0 && (
      <SelectOrdinal
        key="visits"
        value={starts.length}
        one="#st visit"
        two="#nd visit"
        few="#rd visit"
        other="#th visit"
      />
    ),
  ].filter((word) => word !== undefined && word !== '' && word !== false);
  return words.flatMap((word, index) => (index > 0 ? [' · ', word] : [word]));
}
