import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { type ComponentProps, memo, type ReactNode } from 'react';
import { useFindings } from '#src/domain/checks/findings.ts';
import { type Draft, isInReview } from '#src/domain/drafts/draft.ts';
import { useMatchingRules } from '#src/domain/keywords/matching-rules.ts';
import type { Room } from '#src/domain/rooms/room-name.ts';
import { MoreFields } from '#src/form/more-fields.tsx';
import { useBreakpoint } from '#src/lib/use-window-width.ts';
import { lazyComponent } from '#src/ui/lazy-component.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { MatchingRules } from '../rules/matching-rules.tsx';
import { RoomSuggestions } from '../rules/room-suggestions.tsx';
import { AuthorFacts } from './author-facts.tsx';
import { FactSection } from './fact-section.tsx';
import { OtherDrafts } from './other-drafts.tsx';
import { VisitorFacts, VisitorSummary } from './visitor-facts.tsx';

const DraftChecks = lazyComponent(async () => (await import('../checks/check-components.tsx')).DraftChecks);

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
        <span className="min-w-0 flex-1 truncate">
          <VisitorSummary room={about.room} />
        </span>
        <Grounds draft={about.draft} />
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 group-open:rotate-180" />
      </summary>
      <section aria-label={t`Details`} className="max-h-[45dvh] overflow-y-auto px-4 pb-4 md:px-6">
        {children}
      </section>
    </details>
  );
}

/** Counts of flagged checks and matching rules in the collapsed details: "▲ 1 · 2 rules". */
function Grounds({ draft }: { draft: Draft }) {
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
