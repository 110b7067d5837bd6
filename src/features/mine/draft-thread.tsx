import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { drafts } from '#contract/drafts.ts';
import { type ListQuery, PAGE_SIZE, quote } from '#contract/list-query.ts';
import { rooms } from '#contract/rooms.ts';
import { findIncluded, type Included } from '#src/api/list-page.ts';
import { listQuery } from '#src/api/queries.ts';
import type { Draft } from '#src/domain/drafts/draft.ts';
import { DraftStatus } from '#src/domain/drafts/draft-status.tsx';
import { findThread, type ThreadEntry } from '#src/domain/drafts/find-thread.ts';
import { linkedPersonName } from '#src/domain/people/person-name.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { paths } from '#src/paths.ts';
import { RelativeTime } from '#src/ui/text/relative-time.tsx';

/** The author's newest hundred drafts for the room. The API cannot filter by room, only by author and room name. */
function siblingsQuery(draft: Draft, included: Included, authorId: string) {
  const name = findIncluded(included, rooms, draft.one.room)?.name;
  return listQuery(drafts, {
    filter: {
      created_user_id: draft.one.created_user?.id ?? authorId,
      ...(name && { content_or_room_name_like: quote(name) }),
    },
    sort: ['-created_at_unix'],
    include: ['room', 'resolved_user'],
    page: { size: PAGE_SIZE.most },
  });
}

/**
 * The versions of a draft before and after the open one. `sent` is a revision written just now, which a response in
 * flight may lack.
 */
export function useThread(draft: Draft, included: Included, authorId: string, sent: Draft | undefined): Thread {
  const refetchInterval = useStore(settings).pollSeconds * 1000;
  const { data } = useQuery({ ...siblingsQuery(draft, included, authorId), refetchInterval });
  const rows = data?.rows ?? [];
  const isMissing = sent?.id && !rows.some(({ id }) => id === sent.id);
  const entries = findThread(draft, isMissing ? [...rows, { ...sent, one: { ...draft.one, ...sent.one } }] : rows);
  const place = entries.findIndex((entry) => entry.draft.id === draft.id);
  return {
    earlier: entries.slice(0, place),
    later: entries.slice(place + 1),
    included: data?.included ?? {},
  };
}

interface Thread {
  earlier: ThreadEntry[];
  later: ThreadEntry[];
  included: Included;
}

interface VersionsProps {
  label: string;
  entries: readonly ThreadEntry[];
  included: Included;
  query: ListQuery;
}

/** Versions of a draft: text, verdict and reason, each a link to it. */
export function Versions({ label, entries, included, query }: VersionsProps) {
  if (entries.length === 0) return null;
  return (
    <ol aria-label={label} className="flex flex-col">
      {entries.map(({ draft, revises }) => (
        <li key={draft.id} className="border-line border-b last:border-b-0">
          <Link
            to={paths.mineDraft(draft.id, query)}
            className="ring-inside flex flex-col gap-1 px-4 py-2 hover:bg-hover"
          >
            <VersionLine draft={draft} included={included} revises={revises} />
            <span dir="auto" className="wrap-anywhere line-clamp-3 whitespace-pre-wrap">
              {draft.message_content}
            </span>
            {draft.comment && (
              <span dir="auto" className="wrap-anywhere line-clamp-3 border-edge border-s-2 ps-3 text-muted">
                {draft.comment}
              </span>
            )}
          </Link>
        </li>
      ))}
    </ol>
  );
}

function VersionLine({ draft, included, revises }: ThreadEntry & { included: Included }) {
  const { t } = useLingui();
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-muted text-sm">
      <DraftStatus status={draft.status} className="font-medium" />
      {draft.one.resolved_user && (
        <span dir="auto">
          <Trans>by {{ reviewer: linkedPersonName(included, draft.one.resolved_user) }}</Trans>
        </span>
      )}
      <RelativeTime unix={draft.resolved_time_unix ?? draft.created_at_unix} />
      {revises && <span className="ms-auto">{revises === 'linked' ? t`Revision` : t`Likely a revision`}</span>}
    </span>
  );
}
