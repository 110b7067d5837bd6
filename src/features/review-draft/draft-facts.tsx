import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { type ComponentProps, memo, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { suggestions } from '#contract/suggestions.ts';
import { listQuery } from '#src/api/queries.ts';
import { roomDraftsQuery } from '#src/api/room-drafts-query.ts';
import { useFindings } from '#src/domain/checks/findings.ts';
import { type Draft, isInReview } from '#src/domain/drafts/draft.ts';
import { useMatchingRules } from '#src/domain/keywords/matching-rules.ts';
import type { Room } from '#src/domain/rooms/room-name.ts';
import { MoreFields } from '#src/form/more-fields.tsx';
import { useStore } from '#src/lib/store.ts';
import { useBreakpoint } from '#src/lib/use-window-width.ts';
import { usePendingIds } from '#src/outbox/outbox-store.ts';
import { paths } from '#src/paths.ts';
import { Skeleton } from '#src/ui/feedback/placeholder.tsx';
import { FactSection } from '#src/ui/layout/fact-section.tsx';
import { lazyComponent } from '#src/ui/lazy-component.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { Truncated } from '#src/ui/text/truncated.tsx';
import { queueOverlay } from '../review-queue/queue-overlay.ts';
import { AuthorFacts } from './author-facts.tsx';
import { MatchingRules } from './matching-rules.tsx';
import { VisitorFacts, VisitorSummary } from './visitor-facts.tsx';

const DraftChecks = lazyComponent(async () => (await import('../review-checks/check-components.tsx')).DraftChecks);
const RoomDrafts = lazyComponent(async () => (await import('#src/outbox/room-drafts.tsx')).RoomDrafts);
const RoomDraftHistory = lazyComponent(
  async () => (await import('#src/domain/drafts/room-draft-history.tsx')).RoomDraftHistory,
);

const MAX_SHOWN = 5;
const FRESH_MS = 5 * 60_000;

/** A draft with the records that its facts describe, as far as they are known. */
export interface DraftContext {
  draft: Draft;
  room: Room | undefined;
  author: ComponentProps<typeof AuthorFacts>['author'];
}

interface DraftFactsProps extends Pick<ComponentProps<typeof MatchingRules>, 'canCite' | 'isShown' | 'openForm'> {
  about: DraftContext;
  /** `aside`: a column beside the draft in a wide window. `line`: a line above the draft that expands, in any other. */
  form: 'aside' | 'line';
}

/** Facts to decide by: matching rules, checks, the visitor, the author and other drafts of the room. */
export const DraftFacts = memo(function DraftFacts({ form, ...shown }: DraftFactsProps) {
  const { t } = useLingui();
  const isWide = useBreakpoint()('lg');
  if (isWide !== (form === 'aside')) return null;
  if (isWide) {
    return (
      <section aria-label={t`Details`} className="px-4 pb-4">
        <Sections {...shown} />
      </section>
    );
  }
  return (
    <FactLine about={shown.about}>
      <Sections {...shown} />
    </FactLine>
  );
});

/** The facts collapsed to one line. */
function FactLine({ about, children }: { about: DraftContext; children: ReactNode }) {
  const { t } = useLingui();
  return (
    <details className="group border-line border-b bg-canvas">
      <summary className="ring-inside flex min-h-9 items-center gap-2 px-4 text-muted text-sm hover:text-ink md:px-6">
        <span className="sr-only">
          <Trans>Details</Trans>
        </span>
        <span className="flex min-w-0 flex-1 overflow-hidden whitespace-pre">
          <VisitorSummary room={about.room} />
        </span>
        <FlagCounts draft={about.draft} />
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 group-open:rotate-180" />
      </summary>
      <section aria-label={t`Details`} className="max-h-[45dvh] overflow-y-auto px-4 pb-4 md:px-6">
        {children}
      </section>
    </details>
  );
}

/** Counts of flagged checks and matching rules in the collapsed details: "▲ 1 · 2 rules". */
function FlagCounts({ draft }: { draft: Draft }) {
  const { i18n } = useLingui();
  const found = useFindings(draft.id)?.length ?? 0;
  const flagged = isInReview(draft) ? found : 0;
  const rules = useMatchingRules(draft).length;
  return (
    <span className="shrink-0">
      {flagged > 0 && (
        <StatusBadge status="warn">
          <span aria-hidden="true">{i18n.number(flagged)}</span>
          <span className="sr-only">
            <Plural value={flagged} one="# check flagged" other="# checks flagged" />
          </span>
        </StatusBadge>
      )}
      {flagged > 0 && rules > 0 && ' · '}
      {rules > 0 && <Plural value={rules} one="# rule" other="# rules" />}
    </span>
  );
}

function Sections({ about, ...citing }: Omit<DraftFactsProps, 'form'>) {
  return (
    <>
      <MatchingRules draft={about.draft} {...citing} />
      <OtherSections about={about} />
    </>
  );
}

/** Memoized, because a form or a selection changes only whether rules can be cited. */
const OtherSections = memo(function OtherSections({ about }: Pick<DraftFactsProps, 'about'>) {
  const { draft, room, author } = about;
  const roomId = draft.one.room?.id;
  return (
    <>
      {roomId !== undefined && <RoomSuggestions key={roomId} roomId={roomId} />}
      {room && <DraftChecks draft={draft} room={room} />}
      <VisitorFacts room={room} />
      <AuthorFacts author={author} />
      {room && (
        <FactSection title={<Trans>Other drafts</Trans>}>
          <OtherDrafts key={room.id} room={room} draftId={draft.id} />
        </FactSection>
      )}
      <div className="-mx-4 mt-2">
        <MoreFields key={draft.id} more={draft.more} />
      </div>
    </>
  );
});

/** The suggestions prepared for a room. Renders nothing if there are none or they cannot be read. */
function RoomSuggestions({ roomId }: { roomId: string }) {
  const { data } = useQuery({ ...listQuery(suggestions, { filter: { room_id: roomId } }), staleTime: FRESH_MS });
  // A service that ignores the filter also returns those of other rooms.
  const rows = (data?.rows ?? []).filter(({ one }) => (one.room?.id ?? roomId) === roomId);
  const texts = rows.map(({ id, suggestion_messages_data: messages }) => ({
    id,
    text: messages.map(({ content }) => content).join('\n'),
  }));
  if (texts.length === 0) return null;
  return (
    <FactSection title={<Trans>Suggestions for this room</Trans>}>
      <ul className="flex flex-col">
        {texts.slice(0, MAX_SHOWN).map(({ id, text }) => (
          <li key={id} className="border-line border-t py-1.5">
            <Link to={paths.suggestion(id)} className="flex hover:underline">
              <Truncated text={text} lines={3} className="wrap-anywhere whitespace-pre-wrap" />
            </Link>
          </li>
        ))}
      </ul>
      {texts.length > MAX_SHOWN && (
        <Link to={paths.suggestions({ filter: { room_id: roomId } })} className="text-link text-sm hover:underline">
          <Trans>View all</Trans>
        </Link>
      )}
    </FactSection>
  );
}

/** The room's other drafts: those in review, which can be decided together; and a history of all but the open one. */
function OtherDrafts({ room, draftId }: { room: Room; draftId: string }) {
  const mayBeInReview = useStore(queueOverlay, (marks) => marks.isCrowded(room.id));
  // Counted by the query of the list that opens, because the queue may be filtered.
  const { data } = useQuery({ ...roomDraftsQuery(room), enabled: mayBeInReview });
  const decided = usePendingIds();
  const found = data?.rows.filter((row) => row.id !== draftId && isInReview(row) && !decided.includes(row.id)) ?? [];
  const fallback = <Skeleton className="m-4 w-1/2" />;
  return (
    <div className="-mx-4 flex flex-col">
      <Disclosure
        isEmpty={!mayBeInReview || found.length === 0}
        summary={<Plural value={found.length} one="# more draft in review" other="# more drafts in review" />}
      >
        <RoomDrafts room={room} openId={draftId} fallback={fallback} />
      </Disclosure>
      <Disclosure summary={<Trans>Other drafts in this conversation</Trans>}>
        <RoomDraftHistory room={room} openId={draftId} fallback={fallback} />
      </Disclosure>
    </div>
  );
}

/** Fetches its content when opened. While open, it stays even if empty, because a form may be open in it. */
function Disclosure({ summary, isEmpty, children }: { summary: ReactNode; isEmpty?: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  if (isEmpty && !isOpen) return null;
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="ring-inside px-4 py-1.5 text-muted hover:text-ink">{summary}</summary>
      {isOpen && children}
    </details>
  );
}
