import { Trans, useLingui } from '@lingui/react/macro';
import { memo } from 'react';
import { useFindings } from '#src/domain/checks/findings.ts';
import { isInReview } from '#src/domain/drafts/draft.ts';
import { DraftStatus } from '#src/domain/drafts/draft-status.tsx';
import { personName } from '#src/domain/people/person-name.ts';
import { roomName } from '#src/domain/rooms/room-name.ts';
import { classNames } from '#src/ui/class-names.ts';
import { Checkbox, isShiftHeld } from '#src/ui/form/checkbox.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { RelativeTime } from '#src/ui/text/relative-time.tsx';
import { RowMark } from '../parts.ts';
import { lineId, type QueueItem, waitingSince } from './queue-query.ts';

interface LineBodyProps {
  item: QueueItem;
  href: string;
  /** Open in the detail pane. */
  isChosen: boolean;
  /** Selected for a bulk decision. */
  isTicked: boolean;
  onTick: (id: string, isRange: boolean) => void;
  /** Name of another user who decided it while the queue was open. */
  settledBy: string | undefined;
}

export interface DraftLineProps extends LineBodyProps {
  className?: string | undefined;
  /** `aria-setsize`, if not all lines are rendered. */
  setSize?: number | undefined;
  /** `aria-posinset`, counted from 1, if not all lines are rendered. */
  position?: number | undefined;
}

/** A draft in the queue: room, waiting time, text, author and age. */
export function DraftLine({ className, setSize, position, ...line }: DraftLineProps) {
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
}

/** The part that does not depend on the position, memoized. */
const LineBody = memo(function LineBody({ item, href, isChosen, isTicked, onTick, settledBy }: LineBodyProps) {
  return (
    <div className="group relative h-full">
      {settledBy === undefined && isInReview(item.draft) && <Tick item={item} isTicked={isTicked} onTick={onTick} />}
      <a
        id={lineId(item.draft.id)}
        href={href}
        aria-current={isChosen}
        className="ring-inside flex h-full flex-col justify-center gap-y-0.5 ps-6 pe-4 hover:bg-hover aria-[current=true]:bg-selected"
      >
        <LineWords item={item} settledBy={settledBy} />
      </a>
    </div>
  );
});

const Tick = memo(function Tick({ item, isTicked, onTick }: Pick<DraftLineProps, 'item' | 'isTicked' | 'onTick'>) {
  const { t } = useLingui();
  const name = nameOf(item);
  return (
    <Checkbox
      aria-label={t`Select ${name}`}
      checked={isTicked}
      tabIndex={-1}
      onChange={(event) => onTick(item.draft.id, isShiftHeld(event))}
      className="absolute start-0 top-2 z-1 opacity-0 focus-within:opacity-100 group-hover:opacity-100 has-checked:opacity-100"
    />
  );
});

/** The part that depends on neither the selection nor the link, memoized. */
const LineWords = memo(function LineWords({ item, settledBy }: Pick<DraftLineProps, 'item' | 'settledBy'>) {
  const { draft, author } = item;
  const since = waitingSince(item);
  const found = useFindings(draft.id);
  return (
    <>
      <span className="flex items-center gap-2">
        <span dir="auto" className={`min-w-0 truncate font-medium ${settledBy === undefined ? '' : 'text-muted'}`}>
          {nameOf(item)}
        </span>
        {since !== undefined && settledBy === undefined && (
          <StatusBadge status="waiting" className="text-sm">
            <span className="sr-only">
              <Trans>Visitor waits</Trans>
            </span>
            <RelativeTime unix={since} form="age" />
          </StatusBadge>
        )}
        {settledBy === undefined && (
          <span className="ms-auto flex shrink-0 items-center gap-2 text-muted text-sm">
            {isInReview(draft) ? (
              <span className="sr-only">
                <Trans>Written</Trans>
              </span>
            ) : (
              <DraftStatus status={draft.status} />
            )}
            <RelativeTime unix={draft.resolved_time_unix ?? draft.created_at_unix} form="age" />
          </span>
        )}
      </span>
      <span className="flex items-baseline gap-2 text-muted">
        {settledBy === undefined ? (
          <>
            {found && isInReview(draft) && <RowMark found={found} />}
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {draft.message_content}
            </span>
            <span dir="auto" className="max-w-28 shrink-0 truncate text-sm">
              {personName(author ?? draft.one.created_user)}
            </span>
          </>
        ) : (
          <span className="min-w-0 truncate">
            <DraftStatus status={draft.status} /> <Trans>by {settledBy}</Trans>{' '}
            {draft.resolved_time_unix !== null && <RelativeTime unix={draft.resolved_time_unix} />}
          </span>
        )}
      </span>
    </>
  );
});

const nameOf = ({ room, draft }: QueueItem) => roomName(room ?? draft.one.room);
