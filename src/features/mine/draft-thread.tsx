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
import { foldText } from '#src/domain/keywords/fold-text.ts';
import { linkedUserName } from '#src/domain/people/user-name.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { paths } from '#src/paths.ts';
import { RelativeTime } from '#src/ui/text/relative-time.tsx';

/** A version of a draft. */
export interface ThreadEntry {
  draft: Draft;
  /** `likely`: not linked, but its author wrote nearly the same text again after the verdict. */
  revises: 'linked' | 'likely' | undefined;
}

/** Id of the draft that this one revises, as stored with it by the dashboard. */
function revisedId({ settings, id }: Draft): string | undefined {
  const { revises } = settings;
  return (typeof revises === 'string' || typeof revises === 'number') && String(revises) !== id
    ? String(revises)
    : undefined;
}

/** Smallest share of common words for a later text to count as a revision. */
const ALIKE = 0.5;

/** The open draft with its earlier and later versions, oldest first. `others`: drafts of the same author. */
export function findThread(open: Draft, others: readonly Draft[]): ThreadEntry[] {
  const isSamePlace = ({ one }: Draft) =>
    one.room?.id === open.one.room?.id && isSame(one.created_user?.id, open.one.created_user?.id);
  const rows = [open, ...others.filter((row) => row.id !== open.id && isSamePlace(row))].sort(byAge);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const linked = new Set(rows.map(revisedId));
  const parents = new Map(
    rows.map((row) => {
      const id = revisedId(row);
      if (id !== undefined) return [row.id, byId.get(id)] as const;
      const earlier = rows.filter((other) => !linked.has(other.id) && isLikely(other, row));
      return [row.id, earlier.at(-1)] as const;
    }),
  );
  const first = firstOf(open, parents);
  return rows
    .filter((row) => firstOf(row, parents) === first)
    .map((draft) => ({
      draft,
      revises: parents.get(draft.id) && (revisedId(draft) === undefined ? 'likely' : 'linked'),
    }));
}

/** An unknown author matches any other: a service may not report the author of a draft. */
const isSame = (one: string | undefined, other: string | undefined) =>
  one === undefined || other === undefined || one === other;

const byAge = (a: Draft, b: Draft) => a.created_at_unix - b.created_at_unix || Number(a.id) - Number(b.id);

/** The first version; links that a service has mixed up may lead in a circle. */
function firstOf(draft: Draft, parents: ReadonlyMap<string, Draft | undefined>): Draft {
  const seen = new Set<Draft>();
  let at = draft;
  for (let next = parents.get(at.id); next && !seen.has(next); next = parents.get(at.id)) {
    seen.add(at);
    at = next;
  }
  return at;
}

function isLikely(before: Draft, after: Draft): boolean {
  const at = before.resolved_time_unix;
  if (before.id === after.id || before.status !== 'rejected' || at === null || after.created_at_unix < at) return false;
  const [one, other] = [wordsOf(before), wordsOf(after)];
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared > 0 && (2 * shared) / (one.size + other.size) >= ALIKE;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

function wordsOf({ message_content: text }: Draft): Set<string> {
  const parts = [...segmenter.segment(foldText(text).text)];
  return new Set(parts.flatMap(({ isWordLike, segment }) => (isWordLike ? [segment] : [])));
}

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
  return { earlier: entries.slice(0, place), later: entries.slice(place + 1), included: data?.included ?? {} };
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
          <Trans>by {{ reviewer: linkedUserName(included, draft.one.resolved_user) }}</Trans>
        </span>
      )}
      <RelativeTime unix={draft.resolved_time_unix ?? draft.created_at_unix} />
      {revises && <span className="ms-auto">{revises === 'linked' ? t`Revision` : t`Likely a revision`}</span>}
    </span>
  );
}
