import { Trans, useLingui } from '@lingui/react/macro';
import { memo } from 'react';
import { useFindings } from '#src/domain/checks/findings.ts';
import { isDecidable, isInReview } from '#src/domain/drafts/draft.ts';
import { DraftStatus } from '#src/domain/drafts/draft-status.tsx';
import { knownName } from '#src/domain/people/user-name.ts';
import { roomName } from '#src/domain/rooms/room-name.ts';
import { chip, Wait } from '#src/domain/waiting/lateness.tsx';
import { useHasFailed } from '#src/outbox/decision-outcomes.ts';
import { classNames } from '#src/ui/class-names.ts';
import { Checkbox, isShiftHeld } from '#src/ui/form/checkbox.tsx';
import { RelativeTime } from '#src/ui/text/relative-time.tsx';
import { RowFailure, RowMark } from '../review-queue/lazy-components.ts';
import { lineId, type QueueItem, waitingSince } from '../review-queue/queue-query.ts';

interface LineBodyProps {
  item: QueueItem;
  href: string;
  /** Open in the detail pane. */
  isChosen: boolean;
  /** Selected for a bulk decision. */
  isTicked: boolean;
  onTick: (id: string, isRange: boolean) => void;
  /** Name of another user who decided it while the queue was open; empty if not known. */
  decidedBy: string | undefined;
  /** Written by the signed-in user. */
  isMine: boolean;
  /** Skipped until later. */
  isSkipped: boolean;
  /** Arrived with the last reload, and not opened since. */
  isNew: boolean;
}

export interface QueueRowProps extends LineBodyProps {
  className?: string | undefined;
  /** `aria-setsize`, if not all lines are rendered. */
  setSize?: number | undefined;
  /** `aria-posinset`, counted from 1, if not all lines are rendered. */
  position?: number | undefined;
}

/** A draft in the queue: room, one duration, text and author. */
export const QueueRow = memo(function QueueRow({ className, setSize, position, ...line }: QueueRowProps) {
  return (
    // `contain: strict`, so that a line that only moves is not laid out or painted again.
    <li
      className={classNames('contain-strict h-line border-line border-b', className)}
      aria-setsize={setSize}
      aria-posinset={position}
    >
      <LineBody {...line} />
    </li>
  );
});

/** The part that does not depend on the position, memoized. */
const LineBody = memo(function LineBody({ href, isChosen, isTicked, onTick, isNew, ...line }: LineBodyProps) {
  const { item, decidedBy } = line;
  const { draft } = item;
  const hasFailed = useHasFailed(draft.id) && decidedBy === undefined;
  return (
    <div className="group relative h-full">
      {decidedBy === undefined && isDecidable(draft) && <Tick item={item} isTicked={isTicked} onTick={onTick} />}
      <a
        id={lineId(draft.id)}
        href={href}
        aria-current={isChosen}
        className="row ring-inside flex h-full flex-col justify-center gap-0.5 ps-6 pe-4"
      >
        {isNew && !isTicked && (
          <span className="absolute start-2 size-2 rounded-full bg-accent group-hover:hidden">
            <span className="sr-only">
              <Trans>New</Trans>
            </span>
          </span>
        )}
        <LineWords {...line} hasFailed={hasFailed} />
      </a>
      {hasFailed && <RowFailure draftId={item.draft.id} />}
    </div>
  );
});

const Tick = memo(function Tick({ item, isTicked, onTick }: Pick<QueueRowProps, 'item' | 'isTicked' | 'onTick'>) {
  const { t } = useLingui();
  return (
    <Checkbox
      aria-label={t`Select ${{ name: nameOf(item) }}`}
      checked={isTicked}
      tabIndex={-1}
      onChange={(event) => onTick(item.draft.id, isShiftHeld(event))}
      className="absolute start-0 top-2 z-1 opacity-0 focus-within:opacity-100 group-hover:opacity-100 in-data-[selecting=true]:opacity-100 has-checked:opacity-100 pointer-coarse:in-data-[selecting=false]:pointer-events-none"
    />
  );
});

interface LineWordsProps extends Pick<QueueRowProps, 'item' | 'decidedBy' | 'isMine' | 'isSkipped'> {
  /** In place of the second line, `RowFailure` says why a decision failed. */
  hasFailed: boolean;
}

/** The part that depends on neither the selection nor the link, memoized. */
const LineWords = memo(function LineWords({ item, decidedBy, isMine, isSkipped, hasFailed }: LineWordsProps) {
  const { draft, author } = item;
  const isOpen = isInReview(draft);
  const isDecided = decidedBy !== undefined;
  const isLocked = isOpen && !isDecidable(draft);
  const isQuiet = isDecided || isLocked || (isOpen && isMine);
  return (
    <>
      <span className="flex items-center gap-2">
        <span dir="auto" className={`min-w-0 flex-1 truncate font-semibold text-md ${isQuiet ? 'text-faint' : ''}`}>
          {nameOf(item)}
        </span>
        {!isDecided && (
          <span className="shrink-0 text-muted text-sm">
            <Duration item={item} />
          </span>
        )}
      </span>
      {isDecided ? (
        <span className="truncate text-muted">
          <DraftStatus status={draft.status} /> {decidedBy && <Trans>by {decidedBy}</Trans>}{' '}
          {draft.resolved_time_unix !== null && <RelativeTime unix={draft.resolved_time_unix} />}
        </span>
      ) : (
        <span className={classNames('flex items-center gap-2.5', hasFailed && 'invisible')}>
          <span className={`flex min-w-0 flex-1 whitespace-pre ${isQuiet ? 'text-faint' : 'text-muted'}`}>
            {isSkipped && (
              <span className="text-link">
                <Trans>Skipped</Trans> ·{' '}
              </span>
            )}
            {isOpen && <FindingBadge draftId={draft.id} />}
            <span dir="auto" className="min-w-0 truncate">
              {draft.message_content}
            </span>
          </span>
          <span dir="auto" className="max-w-36 truncate text-faint text-sm">
            {isMine ? (
              <Trans>yours</Trans>
            ) : (
              <>
                {isLocked && (
                  <>
                    <Trans>view only</Trans> ·{' '}
                  </>
                )}
                {knownName(author)}
              </>
            )}
          </span>
        </span>
      )}
    </>
  );
});

/** The most severe finding, once the checks have run. */
export function FindingBadge({ draftId }: { draftId: string }) {
  const found = useFindings(draftId);
  return (
    found && (
      <>
        <RowMark found={found} /> ·{' '}
      </>
    )
  );
}

/** How long the visitor has been waiting; if none is, the age of the draft or of its verdict. */
function Duration({ item }: { item: QueueItem }) {
  const { draft } = item;
  const since = waitingSince(item);
  if (since !== undefined && isInReview(draft)) return <Wait since={since} />;
  return isInReview(draft) ? (
    <span className={chip.waiting}>
      <Trans>
        draft <RelativeTime unix={draft.created_at_unix} form="age" />
      </Trans>
    </span>
  ) : (
    <>
      <DraftStatus status={draft.status} />{' '}
      <RelativeTime unix={draft.resolved_time_unix ?? draft.created_at_unix} form="age" />
    </>
  );
}

const nameOf = ({ room, draft }: QueueItem) => roomName(room ?? draft.one.room);
