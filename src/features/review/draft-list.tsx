import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { ListQuery } from '#contract/list-query.ts';
import { paths } from '#src/paths.ts';
import { DraftStatus } from '#src/records/draft-status.tsx';
import { personName } from '#src/records/person-name.ts';
import { roomName } from '#src/records/room-name.ts';
import { RelativeTime } from '#src/ui/relative-time.tsx';
import { StatusMark } from '#src/ui/status-mark.tsx';
import { type QueueItem, waitingSince } from './queue-item.ts';

/** The queue: a line a draft, the chosen one marked. Lines out of sight cost no layout. */
export function DraftList({
  items,
  query,
  selectedId,
}: {
  items: QueueItem[];
  query: ListQuery;
  selectedId: string | undefined;
}) {
  const { t } = useLingui();
  return (
    <ul aria-label={t`Drafts`} className="flex flex-col">
      {items.map((item) => (
        <li
          key={item.draft.id}
          className="border-line border-b [contain-intrinsic-block-size:auto_4rem] [content-visibility:auto]"
        >
          <DraftLine item={item} to={paths.draft(item.draft.id, query)} isSelected={item.draft.id === selectedId} />
        </li>
      ))}
    </ul>
  );
}

/** Id of a draft's line in the page, for the focus to go to. */
export const lineId = (draftId: string): string => `draft-line-${draftId}`;

function DraftLine({ item, to, isSelected }: { item: QueueItem; to: string; isSelected: boolean }) {
  const { draft, room, author } = item;
  const since = waitingSince(item);
  return (
    <Link
      id={lineId(draft.id)}
      to={to}
      aria-current={isSelected}
      className="ring-inside flex flex-col gap-y-0.5 px-4 py-2 hover:bg-hover aria-[current=true]:bg-selected"
    >
      <span className="flex items-center gap-2">
        <span dir="auto" className="min-w-0 truncate font-medium">
          {roomName(room ?? draft.one.room)}
        </span>
        {since === undefined ? null : (
          <StatusMark status="waiting" className="text-sm">
            <span className="sr-only">
              <Trans>Visitor waits</Trans>
            </span>
            <RelativeTime unix={since} form="age" />
          </StatusMark>
        )}
        <span className="ms-auto flex shrink-0 items-center gap-2 text-muted text-sm">
          {draft.status && draft.status !== 'in_review' && <DraftStatus status={draft.status} />}
          <RelativeTime unix={draft.resolved_time_unix ?? draft.created_at_unix} form="age" />
        </span>
      </span>
      <span className="flex gap-2 text-muted">
        <span dir="auto" className="min-w-0 flex-1 truncate">
          {draft.message_content}
        </span>
        <span dir="auto" className="max-w-28 shrink-0 truncate text-sm">
          {personName(author ?? draft.one.created_user)}
        </span>
      </span>
    </Link>
  );
}
